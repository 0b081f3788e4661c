/** Starts the programs of `programs.ts`. */
import { type ChildProcess, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The kinds of work of the process that is killed. */
export type Work = 'import' | 'backup' | 'restore'
/** How many plants one of its imports has. */
export const batch = 1000

export type Program = 'migrate' | 'publish' | 'work' | 'write'

/** The arguments with which Node runs a program. */
export function programArguments(program: Program, ...values: readonly string[]): string[] {
  return [fileURLToPath(new URL('programs.ts', import.meta.url)), program, ...values]
}

/** Runs a program that may not write a longer file, in units of the shell's `ulimit -f`. */
export function runLimited(
  blocks: number,
  ...program: Parameters<typeof programArguments>
): SpawnSyncReturns<string> {
  const limited = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath]
  return spawnSync('sh', [...limited, ...programArguments(...program)], { input: 'go', encoding: 'utf8' })
}

/** Starts a program. Its errors are shown with ours. */
export function start(program: Program, ...values: readonly string[]): ChildProcess {
  return spawn(process.execPath, programArguments(program, ...values), { stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The lines that a process prints. */
export function linesOf(child: ChildProcess): AsyncIterable<string> {
  if (child.stdout === null) throw new Error('the process has no stdout')
  return createInterface({ input: child.stdout })
}

/** A file of plants that takes some megabytes in a database. */
export const manyPlants = Array.from(
  { length: 30_000 },
  (_, index) => `{"name":"plant number ${index}"}`,
).join('\n')
