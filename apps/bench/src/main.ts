#!/usr/bin/env node
/** `pnpm bench`: compares the service with its peers and an earlier version of itself, on this machine. */
import process from 'node:process'
import { clearLine, cursorTo } from 'node:readline'
import { exitTidily } from '@plant-store/testkit'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { asBenchError, BenchError } from './bench-error.ts'
import { runBenchmark } from './benchmark.ts'
import { type Config, type Engine, connectionsOverPostgres, defaultConfig, fullConfig } from './config.ts'
import { formatWorkers, measureWorkers } from './measure/measure-workers.ts'
import { formatReport } from './report/format-report.ts'
import { runSoak } from './soak/run-soak.ts'
import { defaultDirectory } from './world/find-world.ts'

const notes = `
apps/bench/README.md says what is measured, and what is fair about it.

Examples:
  $ pnpm bench
  $ pnpm bench --before main
  $ pnpm bench --before HEAD~1 --full
  $ pnpm bench --plants 10000 --rounds 3 --seconds 0.5
  $ pnpm bench --engine postgres
  $ pnpm bench --workers 2
  $ pnpm bench --soak 60m --workers 2
  $ pnpm bench --soak 60m --engine postgres
  $ pnpm bench --soak 30m --week apps/bench/week.svg
  $ pnpm --silent bench --json > figures.json

Exit codes:
  0    Measured.
  1    The contenders answer differently, a request failed, or a program did not start: no figures. A soak: something
       failed, or memory or descriptors are not flat.
  2    The command line is wrong, or there is no such commit.
  130  Interrupted (Ctrl-C); nothing is left running.
  143  Ended by SIGTERM; nothing is left running.`

interface Options {
  readonly before?: string
  readonly full?: true
  readonly engine: Engine
  readonly json?: true
  readonly rebuild?: true
  readonly soak?: number
  readonly workers?: number
  readonly rate?: number
  readonly week?: string
  readonly plants?: number
  readonly rounds?: number
  readonly seconds?: number
}

const command = new Command('bench')
  .description(
    'Measures the service beside Fastify, Koa and an earlier version of itself, on the same data. Takes about four minutes, and once about a minute for each version to make a database of a million plants, which is kept.',
  )
  .option('--before <ref>', 'compare with the service of this commit')
  .option('--full', 'more and longer rounds: about fourteen minutes')
  .addOption(
    new Option('--engine <name>', 'the engine of the database')
      .choices(['sqlite', 'postgres'])
      .default('sqlite'),
  )
  .option('--json', 'everything as one JSON value')
  .option('--rebuild', 'make the databases anew, and measure the imports again')
  .addOption(
    new Option(
      '--soak <time>',
      'only a long run of the service under mixed load and changes, such as 30s or 60m',
    )
      .argParser(duration)
      .conflicts(['before', 'full', 'rebuild', 'plants', 'rounds', 'seconds']),
  )
  .addOption(
    new Option(
      '--workers <count>',
      'only how much more this many workers carry than one; with --soak: workers of the service',
    )
      .argParser(wholeNumber(1))
      .conflicts(['before', 'full']),
  )
  .addOption(new Option('--rate <count>', 'with --soak: requests a second').argParser(wholeNumber(1)))
  .addOption(
    new Option(
      '--week <file>',
      'with --soak: the clock is 336 times as fast, 10,000 tokens are in use, nobody changes anything; draws what everything takes',
    ).conflicts(['rate']),
  )
  .addOption(new Option('--plants <count>', 'a smaller world').argParser(wholeNumber(1000)))
  .addOption(new Option('--rounds <count>', 'how often each contender is measured').argParser(wholeNumber(1)))
  .addOption(new Option('--seconds <time>', 'for how long each time').argParser(positive))
  .allowExcessArguments(false)
  .addHelpText('after', notes)
  .exitOverride()

// All started processes are killed when this process exits.
exitTidily()
process.exitCode = await run()

async function run(): Promise<number> {
  try {
    const options = command.parse().opts<Options>()
    if (options.soak !== undefined) {
      const { text, isWell } = await runSoak(options.soak, options, showProgress)
      showProgress('')
      process.stdout.write(`${text}\n`)
      return isWell ? 0 : 1
    }
    const lonely = (['week', 'rate'] as const).find((name) => options[name] !== undefined)
    if (lonely !== undefined) throw new BenchError(`--${lonely} needs --soak.`, { isUsage: true })
    if (options.workers !== undefined) return await runWorkers(options.workers, options)
    const results = await runBenchmark(chooseConfig(options), {
      directory: defaultDirectory(),
      rebuild: options.rebuild === true,
      before: options.before,
      onProgress: showProgress,
    })
    showProgress('')
    process.stdout.write(`${options.json === true ? JSON.stringify(results) : formatReport(results)}\n`)
    return 0
  } catch (error) {
    showProgress('')
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const told = asBenchError(error)
    if (told === undefined) throw error
    process.stderr.write(`${told.message}\n`)
    return told.isUsage ? 2 : 1
  }
}

async function runWorkers(workers: number, options: Options): Promise<number> {
  if (workers === 1)
    throw new BenchError('One worker is what --workers compares with: name more.', { isUsage: true })
  const config = chooseConfig(options)
  const results = await measureWorkers(workers, config, {
    directory: defaultDirectory(),
    rebuild: options.rebuild === true,
    onProgress: showProgress,
  })
  showProgress('')
  process.stdout.write(`${options.json === true ? JSON.stringify(results) : formatWorkers(results)}\n`)
  return 0
}

function chooseConfig({ full, engine, plants, rounds, seconds }: Options): Config {
  const config = full === true ? fullConfig : defaultConfig
  return {
    ...config,
    engine,
    connections: engine === 'postgres' ? connectionsOverPostgres : config.connections,
    plants: plants ?? config.plants,
    users: Math.min(config.users, Math.floor((plants ?? config.plants) / 10)),
    rounds: rounds ?? config.rounds,
    seconds: seconds ?? config.seconds,
    longListSeconds: seconds === undefined ? config.longListSeconds : seconds * 4,
  }
}

function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum) return value
    throw new InvalidArgumentError(`Write a whole number of at least ${minimum}.`)
  }
}

/** In seconds. */
function duration(text: string): number {
  const [, value, unit = ''] = /^([1-9]\d*)([smh])$/.exec(text) ?? []
  const seconds = Number(value) * ({ s: 1, m: 60, h: 3600 }[unit] ?? Number.NaN)
  if (seconds >= 10) return seconds
  throw new InvalidArgumentError('Write a time of at least 10 s, such as 30s, 60m or 2h.')
}

function positive(text: string): number {
  const value = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('Write a number of seconds above 0, such as 2 or 0.5.')
}

/** Writes one line that replaces the last, if there is a person to see it. */
function showProgress(step: string): void {
  if (!process.stderr.isTTY) return
  cursorTo(process.stderr, 0)
  clearLine(process.stderr, 0)
  process.stderr.write(step)
}
