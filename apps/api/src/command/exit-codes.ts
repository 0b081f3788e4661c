/** How a command ends: the one table of exit codes, printed by `plant-store --help`. */

/** Every way to end. Scripts rely on the numbers: none ever changes its meaning. */
export const exitCodes = {
  ok: { code: 0, meaning: 'Done.' },
  found: { code: 1, meaning: 'verify or doctor found something wrong.' },
  usage: { code: 2, meaning: 'The command line is wrong.' },
  settings: { code: 3, meaning: 'A setting is wrong.' },
  refused: { code: 4, meaning: 'The named item is missing, already exists or is invalid.' },
  file: { code: 5, meaning: 'The file to import is bad or unreadable; nothing was imported.' },
  database: {
    code: 6,
    meaning: "The database is missing, unreadable, out of reach, another program's, newer, or outdated.",
  },
  damaged: { code: 7, meaning: 'The database is damaged.' },
  busy: { code: 8, meaning: 'Another process was using the database for too long.' },
  full: { code: 9, meaning: 'There is no space left, or the output could not be written.' },
  address: { code: 10, meaning: 'The address to listen on is in use or not permitted.' },
  node: { code: 11, meaning: 'The Node.js that runs it is too old.' },
  workers: {
    code: 12,
    meaning: 'The workers of the service ended again and again, or could not be started.',
  },
  internal: { code: 70, meaning: 'A bug in plant-store.' },
  hangup: { code: 129, meaning: 'Interrupted because the terminal was closed (SIGHUP).' },
  interrupted: { code: 130, meaning: 'Interrupted (Ctrl-C), or declined when asked.' },
  terminated: { code: 143, meaning: 'Interrupted by SIGTERM.' },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>

/** The name of a way to end, such as `usage`. */
export type ExitName = keyof typeof exitCodes

/** A failure that a person can mend: a sentence, and how the command ends. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: ExitName

  constructor(exit: ExitName, message: string) {
    super(message)
    this.exit = exit
  }
}
