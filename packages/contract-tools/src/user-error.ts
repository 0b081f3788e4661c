/** Something a person can mend: told in one sentence, without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** What went wrong, in the words of whatever threw it. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
