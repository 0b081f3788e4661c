#!/usr/bin/env node
/** `pnpm faults`: makes faults on purpose while honest clients send requests, and reports what they saw. */
import process from 'node:process'
import { exitTidily, showProgress } from '@plant-store/testkit'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type EngineName, engineNames } from './engines/engine.ts'
import { faults } from './faults/faults.ts'
import { formatTable, record } from './format-table.ts'
import { runFaults } from './run-faults.ts'

const longest = Math.max(...faults.map(({ name }) => name.length))
const notes = `
Faults:
${faults.map(({ name, title }) => `  ${name.padEnd(longest)}  ${title}`).join('\n')}

apps/faults/README.md says what is promised, and what the last recorded run saw.

Examples:
  $ pnpm faults
  $ pnpm faults --only service-killed --only resets --times 5
  $ pnpm faults --engine postgres
  $ pnpm --silent faults --json > faults.json
  $ pnpm faults --times 20 --record

Exit codes:
  0    Every fault was tried, and every promise kept.
  1    A promise was broken, or a fault could not be tried; the table says which.
  2    The command line is wrong.
  130  Interrupted (Ctrl-C); nothing is left running.
  143  Ended by SIGTERM; nothing is left running.`

interface Options {
  readonly only?: readonly string[]
  readonly engine?: EngineName
  readonly times: number
  readonly json?: true
  readonly record?: true
}

const command = new Command('faults')
  .description(
    'Kills, stops, cuts off, fills and floods what the service runs on, over SQLite and PostgreSQL, while honest clients send requests and an operator changes what they may see. Needs Linux; listens on loopback only. Making each fault once takes a few minutes.',
  )
  .addOption(new Option('--only <fault...>', 'only these faults').choices(faults.map(({ name }) => name)))
  .addOption(new Option('--engine <engine>', 'only over this engine').choices(engineNames))
  .addOption(new Option('--times <count>', 'how often each fault is made').argParser(parseTimes).default(3))
  .option('--json', 'everything as one JSON value')
  .addOption(
    new Option('--record', 'write the table into apps/faults/README.md').conflicts(['only', 'engine']),
  )
  .allowExcessArguments(false)
  .addHelpText('after', notes)
  .exitOverride()

// All started processes are killed when this process exits.
exitTidily()
process.exitCode = await run()

async function run(): Promise<number> {
  try {
    const { only, engine, times, ...options } = command.parse().opts<Options>()
    const results = await runFaults({
      faults: faults.filter(({ name }) => only?.includes(name) ?? true),
      ...(engine !== undefined && { engines: [engine] }),
      times,
      onProgress: showProgress,
    })
    showProgress('')
    const table = formatTable(results, faults)
    if (options.record === true) await record(table)
    process.stdout.write(`${options.json === true ? JSON.stringify(results) : table}\n`)
    return results.notTried.length === 0 && results.rows.every(({ broken }) => broken.length === 0) ? 0 : 1
  } catch (error) {
    showProgress('')
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

function parseTimes(text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 1000) return value
  throw new InvalidArgumentError('Write a whole number from 1 to 1000.')
}
