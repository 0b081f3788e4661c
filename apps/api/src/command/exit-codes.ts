/** How the command ends: the one table of exit codes, printed by `plant-store --help`. */
import type { StoreErrorCode } from '@plant-store/store'

/** Every way to end. The numbers are a promise to scripts: none is ever given another meaning. */
export const exits = {
  ok: { code: 0, meaning: 'Done.' },
  found: { code: 1, meaning: 'verify or doctor found something wrong.' },
  usage: { code: 2, meaning: 'The command line is wrong.' },
  settings: { code: 3, meaning: 'A setting is wrong.' },
  refused: { code: 4, meaning: 'What is named does not exist, is taken, or may not be so.' },
  file: { code: 5, meaning: 'The file to import is bad or unreadable; nothing was imported.' },
  database: { code: 6, meaning: 'The database is missing, unreadable, foreign, newer, or outdated.' },
  damaged: { code: 7, meaning: 'The database is damaged.' },
  busy: { code: 8, meaning: 'Another process holds the database for too long.' },
  full: { code: 9, meaning: 'There is no space left to write to.' },
  address: { code: 10, meaning: 'The address to listen at is in use or not permitted.' },
  internal: { code: 70, meaning: 'A fault of plant-store itself.' },
  interrupted: { code: 130, meaning: 'Interrupted (Ctrl-C), or declined when asked.' },
  terminated: { code: 143, meaning: 'Ended by SIGTERM before the work was done.' },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>

/** The name of a way to end, such as `usage`. */
export type Exit = keyof typeof exits

/** Which way each failure of the store ends. */
export const storeExits: Readonly<Record<StoreErrorCode, Exit>> = {
  missing: 'database',
  unreadable: 'database',
  foreign: 'database',
  newer: 'database',
  outdated: 'database',
  damaged: 'damaged',
  busy: 'busy',
  full: 'full',
  'not-found': 'refused',
  conflict: 'refused',
  invalid: 'refused',
}
