/** The catalogue: servers that break the contract, of every class, and correct ones. */
import { access } from './catalogue/access.ts'
import { authentication } from './catalogue/authentication.ts'
import { caches } from './catalogue/caches.ts'
import { chunkedContent } from './catalogue/chunked-content.ts'
import { clocks } from './catalogue/clocks.ts'
import { conditionLists } from './catalogue/condition-lists.ts'
import { errorBody } from './catalogue/error-body.ts'
import { headers } from './catalogue/headers.ts'
import { limitGrammar } from './catalogue/limit-grammar.ts'
import { limitMeaning } from './catalogue/limit-meaning.ts'
import { longLists } from './catalogue/long-lists.ts'
import { manyPeople } from './catalogue/many-people.ts'
import { methodsAndPaths } from './catalogue/methods.ts'
import { oddCompany } from './catalogue/odd-company.ts'
import { oddHearing } from './catalogue/odd-hearing.ts'
import { oddSayings } from './catalogue/odd-sayings.ts'
import { oddWorlds } from './catalogue/odd-worlds.ts'
import { oddWritings } from './catalogue/odd-writings.ts'
import { packed } from './catalogue/packed.ts'
import { plantBody } from './catalogue/plant-body.ts'
import { plantTexts } from './catalogue/plant-texts.ts'
import { querySpellings } from './catalogue/query-spellings.ts'
import { remembered } from './catalogue/remembered.ts'
import { requestFields } from './catalogue/request-fields.ts'
import { requestLines } from './catalogue/request-lines.ts'
import { sequences } from './catalogue/sequences.ts'
import { sideBySide } from './catalogue/side-by-side.ts'
import { statuses } from './catalogue/status.ts'
import { timeAndState } from './catalogue/time-and-state.ts'
import { variants } from './catalogue/variants.ts'
import type { Mutant } from './mutant.ts'

/** Every one must be caught, and of the correct ones none. */
export const mutants: readonly Mutant[] = [
  ...plantBody,
  ...errorBody,
  ...statuses,
  ...headers,
  ...authentication,
  ...access,
  ...limitGrammar,
  ...limitMeaning,
  ...methodsAndPaths,
  ...timeAndState,
  ...caches,
  ...remembered,
  ...clocks,
  ...sequences,
  ...sideBySide,
  ...manyPeople,
  ...longLists,
  ...plantTexts,
  ...querySpellings,
  ...requestFields,
  ...requestLines,
  ...chunkedContent,
  ...packed,
  ...conditionLists,
  ...variants,
  ...oddWritings,
  ...oddCompany,
  ...oddHearing,
  ...oddSayings,
  ...oddWorlds,
]

const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))

/** The mutant of that name. Throws a `RangeError` for a name that none has. */
export function mutantById(id: string): Mutant {
  const mutant = byId.get(id)
  if (mutant === undefined) throw new RangeError(`There is no mutant ${JSON.stringify(id)}.`)
  return mutant
}
