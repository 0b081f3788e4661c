/** The audit trail: who changed what, when, and by which command. */

/** What one command changed. It is written in the transaction of the change: there is none without the other. */
export interface AuditEntry {
  readonly id: number
  readonly at: Date
  /** The operator's command, such as `users add`, whichever program called the store. */
  readonly command: string
  /** The user of the operating system that the program ran as. */
  readonly osUser: string
  /** Who that was, where the program was told. */
  readonly actor: string | undefined
  /** What was done, as a sentence with its counts. */
  readonly summary: string
  /** The same for programs. Never a secret; of long lists the first values. */
  readonly details: Readonly<Record<string, unknown>>
}
