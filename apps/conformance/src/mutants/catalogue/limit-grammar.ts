/** Class 7: the grammar of limit. */
import { bounds } from './limit-grammar/bounds.ts'
import { names } from './limit-grammar/names.ts'
import { placement } from './limit-grammar/placement.ts'
import { signs } from './limit-grammar/signs.ts'
import { spellings } from './limit-grammar/spellings.ts'
import { words } from './limit-grammar/words.ts'
import { queries } from './limit-grammar/queries.ts'
import { decoders } from './limit-grammar/decoders.ts'
import type { Mutant } from '../mutant.ts'

export const limitGrammar: readonly Mutant[] = [
  ...signs,
  ...spellings,
  ...words,
  ...names,
  ...bounds,
  ...placement,
  ...queries,
  ...decoders,
]
