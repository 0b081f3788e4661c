#!/usr/bin/env node
/** `pnpm bench`: compares the service with its peers and an earlier version of itself, on this machine. */
import { existsSync } from 'node:fs'
import process from 'node:process'
import { exitTidily, showProgress } from '@plant-store/testkit'
import { StoreError } from '@plant-store/store'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { BenchError } from './bench-error.ts'
import { formatReport } from './format.ts'
import { runBenchmark } from './run-benchmark.ts'
import { runWeek } from './week/run-week.ts'
import { configure, type Engine } from './world.ts'

const notes = `
apps/bench/README.md says what is measured, and what is fair about it.

Examples:
  $ pnpm bench
  $ pnpm bench --before main
  $ pnpm bench --before HEAD~1 --rounds 7 --seconds 2
  $ pnpm bench --engine postgres
  $ pnpm bench --workers 2
  $ pnpm bench --week apps/bench/week.svg
  $ pnpm --silent bench --json > figures.json

Exit codes:
  0    Measured.
  1    The contenders answer differently, a request failed, or a program did not start: no figures. A week: something
       failed, or memory or descriptors are not flat.
  2    The command line is wrong, or there is no such commit.
  130  Interrupted (Ctrl-C); nothing is left running.
  143  Ended by SIGTERM; nothing is left running.`

interface Options {
  readonly before?: string
  readonly engine: Engine
  readonly json?: true
  readonly workers?: number
  readonly week?: true | string
  readonly for: number
  readonly plants?: number
  readonly rounds: number
  readonly seconds: number
}

const command = new Command('bench')
  .description(
    'Measures the service beside Fastify and an earlier version of itself, on the same data. Takes about five minutes, one of them to make a database of a million plants, and two more with --before. Needs Linux.',
  )
  .option('--before <ref>', 'compare with the service of this commit')
  .addOption(
    new Option('--engine <name>', 'the engine of the database')
      .choices(['sqlite', 'postgres'])
      .default('sqlite'),
  )
  .addOption(
    new Option(
      '--workers <count>',
      'compare with as many workers of the service, and pin no process',
    ).argParser(number(2)),
  )
  .addOption(
    new Option(
      '--plants <count>',
      'the size of the database (default: 1000000, over PostgreSQL 100000)',
    ).argParser(number(1000)),
  )
  .addOption(
    new Option('--rounds <count>', 'how often each contender is measured').argParser(number(1)).default(4),
  )
  .addOption(new Option('--seconds <time>', 'for how long each time').argParser(number(0.001)).default(0.9))
  .option('--json', 'everything as one JSON value')
  .addOption(
    new Option(
      '--week [file]',
      'only: runs the service with a clock 336 times as fast and 10,000 tokens in use, and reports what it takes; draws it into the file, as SVG',
    ).conflicts(['before', 'workers', 'json']),
  )
  .addOption(new Option('--for <seconds>', 'with --week: for how long').argParser(number(10)).default(1800))
  .allowExcessArguments(false)
  .addHelpText('after', notes)
  .exitOverride()

// All started processes are killed when this process exits.
exitTidily()
process.exitCode = await run()

async function run(): Promise<number> {
  try {
    const options = command.parse().opts<Options>()
    if (!existsSync('/proc/self/stat')) throw new BenchError('The benchmark needs Linux.')
    if (options.week !== undefined) {
      const { text, isWell } = await runWeek(options.week, options.for, showProgress)
      showProgress('')
      process.stdout.write(`${text}\n`)
      return isWell ? 0 : 1
    }
    const { before, workers } = options
    const results = await runBenchmark(configure(options), { before, workers, onProgress: showProgress })
    showProgress('')
    process.stdout.write(`${options.json === true ? JSON.stringify(results) : formatReport(results)}\n`)
    return 0
  } catch (error) {
    showProgress('')
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof BenchError || error instanceof StoreError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error instanceof BenchError && error.isUsage ? 2 : 1
  }
}

function number(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+(?:\.\d+)?$/.test(text) && value >= minimum && (minimum < 1 || Number.isInteger(value)))
      return value
    const kind = minimum < 1 ? 'number' : 'whole number'
    throw new InvalidArgumentError(`Write a ${kind} of at least ${minimum}.`)
  }
}
