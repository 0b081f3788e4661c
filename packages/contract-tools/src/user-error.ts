/** An error that the user can mend: reported in one sentence, without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** The error's message, or whatever was thrown as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
