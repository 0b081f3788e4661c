/** The catalogue: servers that break the contract, of every class, and correct ones. */
import { access } from './catalogue/access.ts'
import { authentication } from './catalogue/authentication.ts'
import { errorBody } from './catalogue/error-body.ts'
import { habits } from './catalogue/habits.ts'
import { headers } from './catalogue/headers.ts'
import { limitGrammar } from './catalogue/limit-grammar.ts'
import { limitMeaning } from './catalogue/limit-meaning.ts'
import { methodsAndPaths } from './catalogue/methods.ts'
import { oddServers } from './catalogue/odd-servers.ts'
import { plantBody } from './catalogue/plant-body.ts'
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
  ...habits,
  ...variants,
  ...oddServers,
]

const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))

/** The mutant of that name. Throws a `RangeError` for a name that none has. */
export function mutantById(id: string): Mutant {
  const mutant = byId.get(id)
  if (mutant === undefined) throw new RangeError(`There is no mutant ${JSON.stringify(id)}.`)
  return mutant
}
