/** The comparison of bodies by their media types. */
import { adds, breaksConsumers, type Change } from './change.ts'
import { compareMembers, memberOf, namesIn, type Pair, spotOf } from './members.ts'
import { compareSchema, type Direction } from './schema.ts'
import { compareAnnotation } from './texts.ts'

/** Compares the media types of a body, and the schema of each. */
export function compareContent(pair: Pair, direction: Direction): readonly Change[] {
  return namesIn(pair).flatMap((type) => {
    const media = memberOf(pair, type)
    const spot = spotOf(media)
    if (media.now.value === undefined) {
      return [breaksConsumers({ says: `The type ${type} is gone.`, why: 'Consumers use it today.', spot })]
    }
    if (media.before.value === undefined) {
      const says = `The type ${type} is new.`
      return direction === 'request'
        ? [adds({ says, why: 'Consumers may send it, but need not.', spot })]
        : [breaksConsumers({ says, why: "Consumers may get what they can't read.", spot })]
    }
    return compareMembers(media, {
      schema: (schema) => compareSchema(schema, direction),
      example: compareAnnotation,
      examples: compareAnnotation,
    })
  })
}
