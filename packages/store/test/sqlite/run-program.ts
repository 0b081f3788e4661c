/** Starts the programs of `programs.ts`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../src/index.ts'

/** A method of the store, and its arguments. */
export type Call = readonly [method: keyof Store, ...values: unknown[]]

/** The kinds of work of the process that is killed. */
export type Work = 'import' | 'backup' | 'restore'
/** How many plants one of its imports has. */
export const batch = 1000

export type Program = 'migrate' | 'operate' | 'publish' | 'read' | 'waitForChange' | 'work' | 'write'

/** The arguments with which Node runs a program. */
export function programArguments(program: Program, ...values: readonly string[]): string[] {
  return [fileURLToPath(new URL('programs.ts', import.meta.url)), program, ...values]
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

/** Calls a store in another process, and returns what each call resolved to. */
export async function operate(database: string, ...calls: readonly Call[]): Promise<unknown[]> {
  const child = start('operate', database, JSON.stringify(calls))
  const exit = once(child, 'exit')
  const results: unknown[] = []
  for await (const line of linesOf(child)) results.push(JSON.parse(line))
  await exit
  if (child.exitCode !== 0) throw new Error(`a process ended with ${child.exitCode}`)
  return results
}

/** A file of plants that takes some megabytes in a database. */
export const manyPlants = Array.from(
  { length: 30_000 },
  (_, index) => `{"name":"plant number ${index}"}`,
).join('\n')
