/** A failure that the command itself finds. */
import type { Exit } from './exit-codes.ts'

/** One sentence for the person, and the way the command ends. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exit: Exit

  constructor(exit: Exit, message: string) {
    super(message)
    this.exit = exit
  }
}
