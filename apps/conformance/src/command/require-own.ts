/** The contract to check by where none is given, for commands that need one. */
import { own } from '#own'
import type { OwnContract } from '../own-contract.ts'
import { CommandFailure } from './exit-codes.ts'

/** Throws a `CommandFailure` where there is none. */
export function requireOwn(): OwnContract {
  if (own !== undefined) return own
  throw new CommandFailure(
    'There is nothing to check by: name the OpenAPI document of the service with --contract, or as `contract` in the configuration file.',
  )
}
