/** Header fields that mean nothing. */
import * as fc from 'fast-check'
import type { Field } from '../../exchange.ts'
import { anyOf, visible } from './characters.ts'

const name = fc.string({ unit: anyOf('abcdefghijklmnopqrstuvwxyzABCXYZ0189-_'), minLength: 1, maxLength: 20 })
const value = fc.string({ unit: fc.oneof(visible, anyOf(' ')), maxLength: 60 })

/** No field of HTTP: its name begins with `X-Law-`. */
export const anyField: fc.Arbitrary<Field> = fc
  .tuple(name, value)
  .map(([ending, text]): Field => [`X-Law-${ending}`, text.trim()])
