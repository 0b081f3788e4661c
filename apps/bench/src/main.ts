#!/usr/bin/env node
/** `pnpm bench`: the service beside its peers, on this machine. */
import process from 'node:process'
import { clearLine, cursorTo } from 'node:readline'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { BenchFailure } from './bench-failure.ts'
import { runBenchmark } from './benchmark.ts'
import { fullPlan, type Plan, quickPlan } from './plan.ts'
import { formatReport } from './report.ts'
import { usualDirectory } from './world.ts'

const notes = `
What is measured, and what is fair about it, stands in apps/bench/README.md.

Examples:
  $ pnpm bench
  $ pnpm bench --full
  $ pnpm bench --plants 10000 --rounds 3 --seconds 0.5
  $ pnpm --silent bench --json > figures.json

Exit codes:
  0    Measured.
  1    The contenders answer differently, a request failed, or a program did not start: no figures.
  2    The command line is wrong.
  130  Interrupted (Ctrl-C); nothing is left running.
  143  Ended by SIGTERM; nothing is left running.`

interface Options {
  readonly full?: true
  readonly json?: true
  readonly rebuild?: true
  readonly plants?: number
  readonly rounds?: number
  readonly seconds?: number
}

const command = new Command('bench')
  .description(
    'Measures the service beside Fastify, Koa and plain node:http on the same data. The quick form takes under two minutes, and once about a minute more to make a database of a million plants, which is kept.',
  )
  .option('--full', 'more and longer rounds: about ten minutes')
  .option('--json', 'everything as one JSON value')
  .option('--rebuild', 'make the database anew, and measure the imports again')
  .addOption(new Option('--plants <count>', 'a smaller world').argParser(wholeNumber(1000)))
  .addOption(new Option('--rounds <count>', 'how often each contender is measured').argParser(wholeNumber(1)))
  .addOption(new Option('--seconds <time>', 'for how long each time').argParser(positive))
  .allowExcessArguments(false)
  .addHelpText('after', notes)
  .exitOverride()

// Whatever was started is killed when this process exits.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
process.exitCode = await run()

async function run(): Promise<number> {
  try {
    const options = command.parse().opts<Options>()
    const figures = await runBenchmark(choosePlan(options), {
      directory: usualDirectory(),
      rebuild: options.rebuild === true,
      tell: showDoing,
    })
    showDoing('')
    process.stdout.write(`${options.json === true ? JSON.stringify(figures) : formatReport(figures)}\n`)
    return 0
  } catch (failure) {
    showDoing('')
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 2
    if (!(failure instanceof BenchFailure)) throw failure
    process.stderr.write(`${failure.message}\n`)
    return 1
  }
}

function choosePlan({ full, plants, rounds, seconds }: Options): Plan {
  const plan = full === true ? fullPlan : quickPlan
  return {
    ...plan,
    plants: plants ?? plan.plants,
    rounds: rounds ?? plan.rounds,
    seconds: seconds ?? plan.seconds,
    ...(plants !== undefined && { users: Math.min(plan.users, Math.floor(plants / 10)) }),
  }
}

function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum) return value
    throw new InvalidArgumentError(`Write a whole number of at least ${minimum}.`)
  }
}

function positive(text: string): number {
  const value = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('Write a number of seconds above 0, such as 2 or 0.5.')
}

/** One line that replaces itself, where there is a person to see it. */
function showDoing(doing: string): void {
  if (!process.stderr.isTTY) return
  cursorTo(process.stderr, 0)
  clearLine(process.stderr, 0)
  process.stderr.write(doing)
}
