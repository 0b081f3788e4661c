/** The comparison of security requirements, any one of which is enough, and of the schemes that they name. */
import { isDeepStrictEqual } from 'node:util'
import { itemsOf, type Json, show } from '../document/json.ts'
import { rootOf, step } from '../document/spot.ts'
import { asksOfImplementers, breaksBoth, breaksConsumers, type Change } from './change.ts'
import {
  type Compare,
  compareMembers,
  memberOf,
  namesIn,
  type Pair,
  spotOf,
  unknownMember,
} from './members.ts'
import { compareText } from './texts.ts'

/** Compares an operation's own requirements, or else the document's. None at all means the same as an empty one. */
export function compareSecurity(operation: Pair): readonly Change[] {
  const own = memberOf(operation, 'security')
  const [before, now] = [own.before, own.now].map((spot) =>
    spot.value === undefined ? step(rootOf(spot.document), 'security') : spot,
  )
  if (before === undefined || now === undefined) return []
  if (![before, now].every(({ value }) => value === undefined || Array.isArray(value))) {
    return unknownMember({ before, now }, 'security')
  }
  const [old, present] = [alternativesOf(before.value), alternativesOf(now.value)]
  const spot = spotOf({ before, now })
  const gone = old.filter((one) => !isAmong(one, present))
  const come = present.filter((one) => !isAmong(one, old))
  return [
    ...gone.map((one) =>
      breaksConsumers({ says: `${show(one)} is no longer accepted.`, why: 'Consumers send it today.', spot }),
    ),
    ...come.map((one) => addAlternative(one, spot)),
  ]
}

function addAlternative(one: Json, spot: Pair['now']): Change {
  const says = `${show(one)} is accepted too.`
  return isDeepStrictEqual(one, {})
    ? breaksBoth({ says, why: 'A credential is needed today; then anybody may call it.', spot })
    : asksOfImplementers({ says, why: 'Services refuse it today.', spot })
}

const alternativesOf = (value: Json | undefined): readonly Json[] => {
  const items = itemsOf(value)
  return items.length === 0 ? [{}] : items
}

const isAmong = (one: Json, all: readonly Json[]): boolean =>
  all.some((other) => isDeepStrictEqual(one, other))

/** Compares the schemes themselves, by name. The requirements say which of them count. */
export function compareSecuritySchemes(pair: Pair): readonly Change[] {
  return namesIn(pair).flatMap((name) => {
    const scheme = memberOf(pair, name)
    if (scheme.before.value === undefined || scheme.now.value === undefined) return []
    return compareMembers(scheme, schemeRules)
  })
}

const schemeRules: Readonly<Record<string, Compare>> = { description: compareText, bearerFormat: compareText }
