/** The audit trail: who changed what, when, and by which command. */

/** What one command changed. Written in the same transaction as the change: neither exists without the other. */
export interface AuditEntry {
  readonly id: number
  readonly at: Date
  /** The operator's command, such as `users add`, whichever program called the store. */
  readonly command: string
  /** The operating system user that the program ran as. */
  readonly osUser: string
  /** The person who ran it, if the program was told. */
  readonly actor: string | undefined
  /** What was done, as a sentence with its counts. */
  readonly summary: string
  /** The summary for programs. Never contains a secret; long lists are cut to their first values. */
  readonly details: Readonly<Record<string, unknown>>
}
