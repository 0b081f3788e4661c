/** Starts test processes. */
import { type ChildProcess, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../../src/index.ts'

/** A method of the store, or `plantsSeen`, and its arguments. */
export type Call = readonly [method: keyof Store | 'plantsSeen', ...values: unknown[]]

/** Starts a program of this directory. Its errors are shown with ours. */
export function start(program: string, ...values: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL(program, import.meta.url))
  return spawn(process.execPath, [file, ...values], { stdio: ['pipe', 'pipe', 'inherit'] })
}

/** Runs a program to its end. */
export function startSync(program: string, ...values: readonly string[]): SpawnSyncReturns<Buffer> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  return spawnSync(process.execPath, [file, ...values], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The lines that a process prints. */
export function linesOf(child: ChildProcess): AsyncIterable<string> {
  if (child.stdout === null) throw new Error('the process has no stdout')
  return createInterface({ input: child.stdout })
}

/** Calls a store in another process, and returns what each call resolved to. */
export async function operate(database: string, ...calls: readonly Call[]): Promise<unknown[]> {
  const child = start('operate.ts', database, JSON.stringify(calls))
  const exit = once(child, 'exit')
  const results: unknown[] = []
  for await (const line of linesOf(child)) results.push(JSON.parse(line))
  await exit
  if (child.exitCode !== 0) throw new Error(`a process ended with ${child.exitCode}`)
  return results
}
