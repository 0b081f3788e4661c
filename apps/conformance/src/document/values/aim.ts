/** What a wrong value is tried for: to break one keyword of a schema. */
import { keywordsOf, type Shape } from './shape.ts'

/** A value that the validator refuses. */
export interface WrongValue {
  readonly value: unknown
  /** The pointer of the keyword that it breaks. */
  readonly keyword: string
  /** The JSON pointer into the value at which it is wrong: '' for the whole. */
  readonly place: string
  /** What is wrong, such as `a text in place of a number`. */
  readonly description: string
}

/** Values that may break one keyword, which is for the validator to decide. */
export interface Aim extends Pick<WrongValue, 'keyword' | 'place'> {
  readonly description: string | ((value: unknown) => string)
  readonly values: readonly unknown[]
  /** How many are wanted; 2 if not given. */
  readonly most?: number
}

/** What is tried for a keyword, wherever the shape has it, by what it says there. */
export const aimsAt = (
  shape: Shape,
  name: string,
  valuesFor: (said: unknown) => readonly unknown[],
  describe: string | ((said: unknown) => string),
): readonly Aim[] =>
  keywordsOf(shape, name).map(([keyword, said]) => ({
    keyword,
    place: '',
    description: typeof describe === 'string' ? describe : describe(said),
    values: valuesFor(said),
  }))
