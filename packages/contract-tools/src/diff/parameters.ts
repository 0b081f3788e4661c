/** The comparison of what consumers send besides the path: parameters and bodies. */
import { itemsOf, membersOf, show, textOf } from '../document/json.ts'
import { follow, type Spot, step } from '../document/spot.ts'
import { adds, asksOfImplementers, breaksConsumers, type Change } from './change.ts'
import { compareContent } from './content.ts'
import { type Compare, compareMembers, followed, type Found, memberOf, type Pair, spotOf } from './members.ts'
import { compareDeprecated, compareSchema } from './schema.ts'
import { compareAnnotation, compareText } from './texts.ts'

/** Compares the parameters of an operation, including those of its path. */
export function compareParameters(path: Pair, operation: Pair): readonly Change[] {
  const before = parametersOf(path.before, operation.before)
  const now = parametersOf(path.now, operation.now)
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) =>
    compareParameter({ before: before.get(name), now: now.get(name) }, name),
  )
}

/** Parameters by place and name, such as `query parameter limit`. The operation's replace those of the path. */
function parametersOf(path: Spot, operation: Spot): ReadonlyMap<string, Spot> {
  return new Map(
    [path, operation]
      .map((spot) => step(spot, 'parameters'))
      .flatMap((list) => itemsOf(list.value).map((_, index) => follow(step(list, String(index)))))
      .map((spot): [string, Spot] => {
        const { in: place, name } = membersOf(spot.value)
        const called = place === 'header' ? textOf(name).toLowerCase() : textOf(name)
        return [`${textOf(place)} parameter ${called}`, spot]
      }),
  )
}

function compareParameter({ before, now }: Found, name: string): readonly Change[] {
  if (now === undefined) {
    const why = 'Consumers send it today, and what it asked for is no longer done.'
    return before === undefined ? [] : [breaksConsumers({ says: `The ${name} is gone.`, why, spot: before })]
  }
  if (before === undefined) {
    const isRequired = membersOf(now.value)['required'] === true
    const says = `The ${name} is new${isRequired ? ' and required' : ''}.`
    return isRequired
      ? [breaksConsumers({ says, why: "Consumers don't send it today.", spot: now })]
      : [adds({ says, why: 'Consumers may send it, but need not.', spot: now })]
  }
  return compareMembers({ before, now }, parameterRules, ['name', 'in'])
}

/** Compares `required` of what consumers send. Absent means false. */
const compareRequired: Compare = (pair) => {
  const [before, now] = [pair.before.value === true, pair.now.value === true]
  if (before === now) return []
  const says = now ? 'It is required, was optional.' : 'It is optional, was required.'
  return [
    now
      ? breaksConsumers({ says, why: 'Consumers may leave it out today.', spot: spotOf(pair) })
      : asksOfImplementers({ says, why: 'Services refuse requests without it today.', spot: spotOf(pair) }),
  ]
}

const parameterRules: Readonly<Record<string, Compare>> = {
  description: compareText,
  example: compareAnnotation,
  examples: compareAnnotation,
  deprecated: compareDeprecated,
  required: compareRequired,
  schema: (pair) => compareSchema(pair, 'request'),
}

/** Compares the body that consumers send. */
export const compareRequestBody: Compare = (operation) => {
  const pair = memberOf(operation, 'requestBody')
  const [before, now] = [pair.before.value, pair.now.value]
  if (before === undefined && now === undefined) return []
  if (now === undefined) {
    return [
      breaksConsumers({ says: 'The body is gone.', why: 'Consumers send it today.', spot: pair.before }),
    ]
  }
  if (before === undefined) {
    const isRequired = membersOf(follow(pair.now).value)['required'] === true
    const says = `A body is new${isRequired ? ' and required' : ''}: ${show(now)}.`
    return isRequired
      ? [breaksConsumers({ says, why: "Consumers don't send it today.", spot: pair.now })]
      : [adds({ says, why: 'Consumers may send it, but need not.', spot: pair.now })]
  }
  return compareMembers(followed(pair), {
    description: compareText,
    required: compareRequired,
    content: (content) => compareContent(content, 'request'),
  })
}
