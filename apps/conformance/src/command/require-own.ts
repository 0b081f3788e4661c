/** The contract to check by where none is given, for commands that need one. */
import { InputError } from '../document/input-error.ts'
import { own } from '#own'
import type { OwnContract } from '../own-contract.ts'

/** Throws an `InputError` where there is none. */
export function requireOwn(): OwnContract {
  if (own !== undefined) return own
  throw new InputError(
    'There is nothing to check by: name the OpenAPI document of the service with --contract, or as `contract` in the configuration file.',
  )
}
