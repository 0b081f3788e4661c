/** All relations between answers that are checked. */
import type { Knowledge } from '../../oracle/knowledge.ts'
import { allowNamesOptions } from './allow.ts'
import { equalRequests } from './equal-requests.ts'
import { headAsGet } from './head-as-get.ts'
import { oneNumber } from './one-number.ts'
import { othersWords } from './others-words.ts'
import { requestIdsDiffer } from './request-ids.ts'
import { sameRefusal } from './same-refusal.ts'
import { fieldsOfLists, lengthsOfLists, tagsNameLists } from './tags.ts'
import { varyNamesFields } from './vary.ts'
import type { Relation } from './relation.ts'

/** Each relation remembers what it saw for as long as a check lasts. */
export const relationsOf = (knowledge: Knowledge): readonly Relation[] => [
  equalRequests(),
  headAsGet(),
  tagsNameLists(),
  lengthsOfLists(),
  fieldsOfLists(),
  sameRefusal(),
  oneNumber(knowledge),
  requestIdsDiffer(),
  varyNamesFields(),
  allowNamesOptions(),
  othersWords(),
]
