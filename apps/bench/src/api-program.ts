/** The program under test, as a process: apps never import each other. */
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The operator's command, by the Node that runs this. */
export const apiProgram = [
  process.execPath,
  fileURLToPath(new URL('../../api/src/main.ts', import.meta.url)),
] as const
