/** The comparison of parameters and header fields, which have a schema and a way of writing it. */
import { membersOf } from '../document/json.ts'
import { type Spot, spotsIn, withMembers } from '../document/spot.ts'
import type { Change } from './change.ts'
import { compareRequired, type Direction } from './effect.ts'
import {
  compareAnnotation,
  compareMembers,
  followed,
  memberOf,
  type Pair,
  unknownMember,
  valuesOf,
} from './members.ts'
import { compareSchema } from './schema.ts'
import { compareDeprecated, compareText } from './texts.ts'

/** Compares two parameters of the same place and name, or two headers of the same name. */
export function compareField(pair: Pair, direction: Direction): readonly Change[] {
  const { before, now } = followed(pair)
  const styled = { before: withStyle(before), now: withStyle(now) }
  const [oldStyle, style] = valuesOf(memberOf(styled, 'style'))
  return compareMembers(
    styled,
    {
      description: compareText,
      example: compareAnnotation,
      examples: compareAnnotation,
      deprecated: compareDeprecated,
      required: compareRequired(direction),
      schema: (schema) => compareSchema(schema, direction),
      // Each style has a default of its own.
      explode: (child) => (oldStyle === style ? unknownMember(child, 'explode') : []),
    },
    ['name', 'in'],
  )
}

/** With the way of writing that counts where none is stated. */
function withStyle(spot: Spot): Spot {
  const { in: place, style: stated } = membersOf(spot.value)
  const style = stated ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  const taken = { style: { ...spot, value: style }, explode: { ...spot, value: style === 'form' } }
  return withMembers(spot, { ...taken, ...spotsIn(spot) })
}
