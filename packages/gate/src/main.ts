#!/usr/bin/env node
/** The program: runs the named tasks with turbo, all to their ends, and reports last what was run and what failed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { patienceMs } from './patience.ts'
import { betweenLooksMs, end, innermost, waitedFor, watchTree } from './stillness.ts'
import { readTestRuns, sumUp } from './sum-up.ts'
import { readTasks, runsDirectory } from './turbo-run.ts'

const root = process.cwd()
const startedAt = performance.now()

const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  // Tests start hundreds of processes from the same sources: each is compiled once.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
}

async function turbo(...args: readonly string[]): Promise<boolean> {
  const child = spawn('turbo', args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  const look = watchTree(child.pid ?? 0, 1.5 * patienceMs)
  const watch = setInterval(() => {
    const still = look()
    if (still === undefined) return
    process.stdout.write(`${waitedFor(still)}\n`)
    // turbo goes on, and tells which task has failed.
    end(innermost(still), 'SIGTERM')
  }, betweenLooksMs)
  await once(child, 'exit')
  clearInterval(watch)
  return child.exitCode === 0
}

// The terminal sends SIGINT to turbo as well, which ends first.
process.on('SIGINT', () => {})
await rm(runsDirectory(root), { recursive: true, force: true })

const arrowsPointRight = await turbo('boundaries')
const passed = await turbo(
  'run',
  ...process.argv.slice(2),
  // One failure must not hide the others.
  '--continue=always',
  '--summarize',
  '--output-logs=new-only',
  '--log-order=grouped',
)
const tasks = await readTasks(root)
const text = sumUp({
  tasks,
  testRuns: await readTestRuns(root, tasks),
  arrowsPointRight,
  passed,
  seconds: (performance.now() - startedAt) / 1000,
})
process.stdout.write(text)
process.exitCode = arrowsPointRight && passed ? 0 : 1
