/** All relations between responses that are checked. */
import type { Knowledge } from '../oracle/knowledge.ts'
import { allowNamesOptions } from './allow.ts'
import { othersWords } from '../../sessions/relations/cross-request-leak.ts'
import { equalities } from './equalities.ts'
import { headAsGet } from '../../sessions/relations/head-as-get.ts'
import { notModifiedAsOk } from '../../sessions/relations/not-modified.ts'
import type { Relation } from '../../sessions/relations/relation.ts'
import { varyNamesFields } from './vary.ts'

/** Each relation remembers what it saw for as long as a check lasts. */
export const relationsOf = (knowledge: Knowledge): readonly Relation[] => [
  ...equalities(knowledge),
  headAsGet(),
  notModifiedAsOk(),
  varyNamesFields(),
  allowNamesOptions(),
  othersWords(),
]
