/** What a wrong value is tried for: to break one keyword of a schema. */
import { keywordsOf, type Shape } from './shape.ts'

/** Values that may break one keyword, which is for the validator to decide. */
export interface Aim {
  /** Its pointer. */
  readonly keyword: string
  readonly values: readonly unknown[]
  /** How many are wanted; 2 if not given. */
  readonly most?: number
}

/** What is tried for a keyword, wherever the shape has it, by what it says there. */
export const aimsAt = (
  shape: Shape,
  name: string,
  valuesFor: (said: unknown) => readonly unknown[],
): readonly Aim[] => keywordsOf(shape, name).map(([keyword, said]) => ({ keyword, values: valuesFor(said) }))
