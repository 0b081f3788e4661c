/** The comparison of what services send: statuses, header fields, bodies. */
import { membersOf } from '../document/json.ts'
import { follow, type Spot } from '../document/spot.ts'
import { adds, asksOfImplementers, breaksConsumers, type Change } from './change.ts'
import { compareContent } from './content.ts'
import { compareField } from './field.ts'
import { type Compare, compareMembers, compareNamed, followed, named } from './members.ts'
import { compareText } from './texts.ts'

/** Compares the responses of an operation by their statuses. */
export const compareResponses: Compare = ({ before, now }) =>
  compareNamed(named(before), named(now), {
    gone: goneStatus,
    come: newStatus,
    both: (pair) =>
      compareMembers(followed(pair), {
        description: compareText,
        headers: compareHeaders,
        content: (content) => compareContent(content, 'response'),
      }),
  })

const isFailure = (status: string): boolean => /^[45]/.test(status)

const newStatus = (spot: Spot, status: string): Change =>
  isFailure(status)
    ? adds(
        spot,
        `The status ${status} is new.`,
        'A client treats a status that it does not know as the first of its class (RFC 9110, 15).',
      )
    : breaksConsumers(spot, `The status ${status} is new.`, "Consumers may get what they don't expect today.")

const goneStatus = (spot: Spot, status: string): Change =>
  isFailure(status)
    ? asksOfImplementers(spot, `The status ${status} is gone.`, 'Services may send it today.')
    : breaksConsumers(spot, `The status ${status} is gone.`, 'Consumers expect it today.')

/** Compares header fields, whose names are case-insensitive. A new one is a promise if it is required. */
const compareHeaders: Compare = ({ before, now }) => {
  const [old, present] = [before, now].map((spot) => named(spot, (name) => name.toLowerCase()))
  return compareNamed(old ?? new Map(), present ?? new Map(), {
    gone: (spot, name) => breaksConsumers(spot, `The header ${name} is gone.`, 'Consumers read it today.'),
    come: (spot, name) =>
      membersOf(follow(spot).value)['required'] === true
        ? asksOfImplementers(
            spot,
            `The header ${name} is new and always there.`,
            "Services don't send it today.",
          )
        : adds(spot, `The header ${name} is new.`, "Consumers pass over headers that they don't know."),
    both: (pair) => compareField(pair, 'response'),
  })
}
