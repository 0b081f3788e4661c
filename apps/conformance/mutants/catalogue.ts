/** The catalogue: servers that break the contract, of every class, and correct ones. */
import { access } from './catalogue/access.ts'
import { authentication } from './catalogue/authentication.ts'
import { conditions } from './catalogue/conditions.ts'
import { errorBody } from './catalogue/error-body.ts'
import { foreignWords } from './catalogue/foreign-words.ts'
import { framings } from './catalogue/framing.ts'
import { givenVariants } from './catalogue/given-variants.ts'
import { headers } from './catalogue/headers.ts'
import { limitGrammar } from './catalogue/limit-grammar.ts'
import { limitMeaning } from './catalogue/limit-meaning.ts'
import { listBody } from './catalogue/list-body.ts'
import { methods } from './catalogue/methods.ts'
import { allPaths } from './catalogue/paths.ts'
import { plantBody } from './catalogue/plant-body.ts'
import { queries } from './catalogue/queries.ts'
import { refusedCredentials } from './catalogue/refused-credentials.ts'
import { statuses } from './catalogue/status.ts'
import { timeAndState } from './catalogue/time-and-state.ts'
import { variants } from './catalogue/variants.ts'
import { worlds } from './catalogue/worlds.ts'
import type { Mutant } from './mutant.ts'

/** Every one must be caught, and of the correct ones none. */
export const mutants: readonly Mutant[] = [
  plantBody,
  listBody,
  errorBody,
  statuses,
  foreignWords,
  headers,
  framings,
  authentication,
  refusedCredentials,
  access,
  limitGrammar,
  queries,
  limitMeaning,
  methods,
  allPaths,
  timeAndState,
  conditions,
  variants,
  worlds,
  givenVariants,
].flat()

/** The mutant of that name. Throws a `RangeError` for a name that none has. */
export function mutantById(id: string): Mutant {
  const mutant = mutants.find((other) => other.id === id)
  if (mutant === undefined) throw new RangeError(`There is no mutant ${JSON.stringify(id)}.`)
  return mutant
}
