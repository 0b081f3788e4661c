/** The comparison of what consumers send besides the path: parameters and bodies. */
import { membersOf, textOf } from '../document/json.ts'
import { follow, type Spot, step } from '../document/spot.ts'
import { adds, breaksConsumers, type Change } from './change.ts'
import { compareContent } from './content.ts'
import { compareRequired } from './effect.ts'
import { compareField } from './field.ts'
import { itemsIn } from './meaning.ts'
import { type Compare, compareMembers, compareNamed, followed, type Named, type Pair } from './members.ts'
import { compareText } from './texts.ts'

/** Compares the parameters of an operation, including those of its path. */
export const compareParameters = (path: Pair, operation: Pair): readonly Change[] =>
  compareNamed(parametersOf(path.before, operation.before), parametersOf(path.now, operation.now), {
    gone: (spot, name) =>
      breaksConsumers(
        spot,
        `The ${name} is gone.`,
        'Consumers send it today, and what it asked for is no longer done.',
      ),
    come: (spot, name) => newInput(spot, `The ${name} is new`),
    both: (pair) => compareField(pair, 'request'),
  })

/** Parameters by place and name, such as `query parameter limit`. The operation's replace those of the path. */
const parametersOf = (path: Spot, operation: Spot): Named =>
  new Map(
    [path, operation]
      .flatMap((spot) => itemsIn(step(spot, 'parameters')).map((one) => follow(one)))
      .map((spot) => {
        const { in: place, name } = membersOf(spot.value)
        const called = place === 'header' ? textOf(name).toLowerCase() : textOf(name)
        return [`${textOf(place)} parameter ${called}`, spot] as const
      }),
  )

function newInput(spot: Spot, says: string): Change {
  const isRequired = membersOf(follow(spot).value)['required'] === true
  return isRequired
    ? breaksConsumers(spot, `${says} and required.`, "Consumers don't send it today.")
    : adds(spot, `${says}.`, 'Consumers may send it, but need not.')
}

/** Compares the body that consumers send. */
export const compareRequestBody: Compare = (pair) => {
  if (pair.now.value === undefined) {
    return [breaksConsumers(pair.before, 'The body is gone.', 'Consumers send it today.')]
  }
  if (pair.before.value === undefined) return [newInput(pair.now, 'A body is new')]
  return compareMembers(followed(pair), {
    description: compareText,
    required: compareRequired('request'),
    content: (content) => compareContent(content, 'request'),
  })
}
