/** The comparison of security requirements, any one of which is enough, and of the schemes that they name. */
import { textOf } from '../document/json.ts'
import { rootOf, type Spot, step } from '../document/spot.ts'
import { asksOfImplementers, breaksBoth, breaksConsumers, type Change } from './change.ts'
import { essenceOf, itemsIn } from './meaning.ts'
import {
  compareMembers,
  compareNamed,
  memberOf,
  type Named,
  namesIn,
  type Pair,
  spotOf,
  unknownMember,
  valuesAs,
  valuesOf,
} from './members.ts'
import { compareText } from './texts.ts'

/** Compares an operation's own requirements, or else the document's. None at all means the same as an empty one. */
export function compareSecurity(operation: Pair): readonly Change[] {
  const own = memberOf(operation, 'security')
  const [before, now] = [own.before, own.now].map((spot) =>
    spot.value === undefined ? step(rootOf(spot.document), 'security') : spot,
  )
  if (before === undefined || now === undefined) return []
  if (!valuesOf({ before, now }).every((value) => value === undefined || Array.isArray(value))) {
    return unknownMember({ before, now }, 'security')
  }
  const spot = spotOf({ before, now })
  return compareNamed(alternativesOf(before), alternativesOf(now), {
    gone: (_, name) => breaksConsumers(spot, `${name} is no longer accepted.`, 'Consumers send it today.'),
    come: (_, name) =>
      name === '{}'
        ? breaksBoth(spot, '{} is accepted too.', 'A credential is needed today; then anybody may call it.')
        : asksOfImplementers(spot, `${name} is accepted too.`, 'Services refuse it today.'),
    both: () => [],
  })
}

const alternativesOf = (list: Spot): Named => {
  const items = itemsIn(list)
  const all = items.length === 0 ? [{ ...list, value: {} }] : items
  return new Map(all.map((one) => [JSON.stringify(essenceOf(one, true)), one]))
}

/** Compares the schemes themselves, by name. The requirements say which of them count. */
export function compareSecuritySchemes(pair: Pair): readonly Change[] {
  return namesIn(pair).flatMap((name) => {
    const scheme = memberOf(pair, name)
    if (valuesOf(scheme).includes(undefined)) return []
    return compareMembers(scheme, {
      description: compareText,
      bearerFormat: compareText,
      // Case-insensitive: RFC 9110, 11.1.
      scheme: (child) => {
        const [old, present] = valuesAs(child, (value) => textOf(value).toLowerCase())
        return old === present ? [] : unknownMember(child, 'scheme')
      },
    })
  })
}
