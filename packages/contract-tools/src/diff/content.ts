/** The comparison of bodies by their media types. */
import { adds, breaksConsumers, type Change } from './change.ts'
import type { Direction } from './effect.ts'
import { compareAnnotation, compareMembers, compareNamed, named, type Pair } from './members.ts'
import { compareSchema } from './schema.ts'

/** `Application/JSON; charset=utf-8` is `application/json;charset=utf-8`. */
const mediaType = (name: string): string => name.toLowerCase().replaceAll(' ', '')

/** Compares the media types of a body, and the schema of each. */
export const compareContent = (pair: Pair, direction: Direction): readonly Change[] =>
  compareNamed(named(pair.before, mediaType), named(pair.now, mediaType), {
    gone: (spot, type) => breaksConsumers(spot, `The type ${type} is gone.`, 'Consumers use it today.'),
    come: (spot, type) =>
      direction === 'request'
        ? adds(spot, `The type ${type} is new.`, 'Consumers may send it, but need not.')
        : breaksConsumers(spot, `The type ${type} is new.`, "Consumers may get what they can't read."),
    both: (media) =>
      compareMembers(media, {
        schema: (schema) => compareSchema(schema, direction),
        example: compareAnnotation,
        examples: compareAnnotation,
      }),
  })
