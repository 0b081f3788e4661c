/** The comparison of what services send: statuses, header fields, bodies. */
import { membersOf } from '../document/json.ts'
import { follow } from '../document/spot.ts'
import { adds, asksOfImplementers, breaksConsumers, type Change } from './change.ts'
import { compareContent } from './content.ts'
import { type Compare, compareMembers, followed, memberOf, namesIn, type Pair, spotOf } from './members.ts'
import { compareDeprecated, compareSchema, tellEffect } from './schema.ts'
import { compareAnnotation, compareText } from './texts.ts'

/** Compares the responses of an operation by their statuses. */
export function compareResponses(pair: Pair): readonly Change[] {
  return namesIn(pair).flatMap((status) => {
    const response = memberOf(pair, status)
    if (response.before.value === undefined) return [newStatus(response, status)]
    return response.now.value === undefined
      ? [goneStatus(response, status)]
      : compareResponse(followed(response))
  })
}

const isFailure = (status: string): boolean => /^[45]/.test(status)

function newStatus(pair: Pair, status: string): Change {
  const told = { says: `The status ${status} is new.`, spot: spotOf(pair) }
  return isFailure(status)
    ? adds({
        ...told,
        why: 'A client treats a status that it does not know as the first of its class (RFC 9110, 15).',
      })
    : breaksConsumers({ ...told, why: "Consumers may get what they don't expect today." })
}

function goneStatus(pair: Pair, status: string): Change {
  const told = { says: `The status ${status} is gone.`, spot: spotOf(pair) }
  return isFailure(status)
    ? asksOfImplementers({ ...told, why: 'Services may send it today.' })
    : breaksConsumers({ ...told, why: 'Consumers expect it today.' })
}

const compareResponse: Compare = (pair) =>
  compareMembers(pair, {
    description: compareText,
    headers: compareHeaders,
    content: (content) => compareContent(content, 'response'),
  })

/** Compares header fields, whose names are case-insensitive. A new one is a promise if it is required. */
const compareHeaders: Compare = (pair) => {
  const names = new Map<string, Pair>()
  for (const side of ['before', 'now'] as const) {
    for (const name of Object.keys(membersOf(pair[side].value))) {
      const known = names.get(name.toLowerCase()) ?? memberOf(pair, name)
      names.set(name.toLowerCase(), { ...known, [side]: memberOf(pair, name)[side] })
    }
  }
  return [...names].flatMap(([name, header]) => compareHeader(header, name))
}

function compareHeader(pair: Pair, name: string): readonly Change[] {
  const spot = spotOf(pair)
  if (pair.now.value === undefined) {
    return [breaksConsumers({ says: `The header ${name} is gone.`, why: 'Consumers read it today.', spot })]
  }
  if (pair.before.value === undefined) {
    const isRequired = membersOf(follow(pair.now).value)['required'] === true
    const says = `The header ${name} is new${isRequired ? ' and always there' : ''}.`
    return isRequired
      ? [asksOfImplementers({ says, why: "Services don't send it today.", spot })]
      : [adds({ says, why: "Consumers pass over headers that they don't know.", spot })]
  }
  return compareMembers(followed(pair), headerRules)
}

const headerRules: Readonly<Record<string, Compare>> = {
  description: compareText,
  example: compareAnnotation,
  examples: compareAnnotation,
  deprecated: compareDeprecated,
  required: (pair) => {
    const [before, now] = [pair.before.value === true, pair.now.value === true]
    if (before === now) return []
    const says = now ? 'It is always there, was optional.' : 'It may be absent, was always there.'
    return [tellEffect('response', now ? 'narrowed' : 'widened', says, pair)]
  },
  schema: (pair) => compareSchema(pair, 'response'),
}
