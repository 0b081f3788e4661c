/** The command that puts the harness itself to the test. */
import { InputError } from '../src/input-error.ts'
import { Command, CommanderError, Option } from 'commander'
import { describeFault, toLines, endOf, exits as ends } from '../src/command/exit-codes.ts'
import { readNumber } from '../src/command/options.ts'
import { parseWords } from '../src/command/run-command.ts'
import { type Context, showLine, writeText } from '../src/command/terminal.ts'
import { checkerNames } from '../plant-store/checkers.ts'
import { ReportError } from '../src/report/write-reports.ts'
import { describeMutants } from './run/describe.ts'
import { type Telling, tellings } from './server/world.ts'
import { type MutantsOutcome, type RunOptions, runMutants } from './run/run.ts'

/** Every way to exit. The numbers are a promise to scripts. */
export const exits = {
  fine: { code: 0, meaning: 'Every server with a fault was caught, and no correct one accused.' },
  surprising: { code: 1, meaning: 'A server with a fault was not caught, or a correct one was accused.' },
  inconclusive: {
    code: 2,
    meaning: 'A server could not be checked, a tool is missing or failed, or the command line is wrong.',
  },
  hungUp: ends.hungUp,
  interrupted: ends.interrupted,
  terminated: ends.terminated,
} as const

type Exit = keyof typeof exits

/** The options as commander hands them over. */
interface Options extends Omit<RunOptions, 'onlyClass' | 'patterns' | 'telling'> {
  readonly only?: readonly string[]
  readonly class?: 'variant' | 'fault'
  readonly told: Telling
  readonly json?: true
}

/** Resolves to the exit code once all output is written. Never rejects. */
export async function runMutantsCommand(words: readonly string[], context: Context): Promise<number> {
  // stderr may be closed.
  const tell = (text: string): Promise<void> => writeText(context.stderr, text).catch(() => {})
  let exit: Exit = 'inconclusive'
  try {
    const program = await parseWords(makeProgram, words, context.stdout)
    exit = program === undefined ? 'fine' : await run(program.opts<Options>(), context)
  } catch (fault) {
    if (!context.interrupt.aborted) await tell(toLines(explain(fault), words.includes('--json')))
  }
  const interrupted = endOf(context.interrupt)
  if (interrupted !== undefined && interrupted !== 'inconclusive')
    await tell('Interrupted: nothing may be concluded.\n')
  return exits[interrupted ?? exit].code
}

/** Words behind the name of the command. */
const examples = [
  '',
  "--only 'limit-*' 'name-*'",
  '--class fault --checker sessions --json',
  '--class variant --told token',
  '--class variant --together 12',
]

function makeProgram(help: (text: string) => void): Command {
  const lines = Object.values(exits).map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  return new Command('mutants')
    .description('Runs the harness over servers with one fault each, and over correct ones.')
    .option('--only <patterns...>', 'try only servers whose names match; a star stands for any text')
    .addOption(
      new Option('--class <class>', 'try only the correct servers, or only the others').choices([
        'variant',
        'fault',
      ]),
    )
    .option('--seed <number>', 'the seed of all trials', (text) => readNumber('seed', text), 1)
    .option(
      '--jobs <count>',
      'how many to try at a time; by default as many as there are cores',
      countOf('--jobs'),
    )
    .option(
      '--together <count>',
      'try this many correct servers as one, and fewer where that one is accused',
      countOf('--together'),
    )
    .addOption(
      new Option('--checker <checker>', 'use only this checker; the first is the quickest').choices(
        checkerNames,
      ),
    )
    .option('--given', 'check by the original contract alone')
    .addOption(
      new Option('--told <what>', 'how much the harness knows about the users, their tokens and plants')
        .choices(tellings)
        .default('world'),
    )
    .option('--json', 'print what became of each server as JSON')
    .helpOption('-h, --help', 'print this help')
    .addHelpText(
      'after',
      ['', 'Examples:', ...examples.map((words) => `  pnpm mutants ${words}`.trimEnd())].join('\n'),
    )
    .addHelpText('after', ['', 'Exit codes:', ...lines].join('\n'))
    .configureOutput({ writeOut: help, outputError: () => {} })
    .exitOverride()
}

async function run(options: Options, { stdout, stderr, interrupt }: Context): Promise<Exit> {
  const { only, class: onlyClass, told, json, ...others } = options
  const progress = showLine(stderr)
  const outcome = await runMutants({
    ...others,
    ...(only !== undefined && { patterns: only }),
    ...(onlyClass !== undefined && { onlyClass }),
    telling: told,
    signal: interrupt,
    onProgress: ({ mutant }, done, total) => progress.draw(() => `${done} of ${total}  ${mutant}`),
  }).finally(() => progress.stop())
  if (interrupt.aborted) return 'inconclusive'
  const { rows } = outcome
  await writeText(stdout, json === true ? `${JSON.stringify({ rows })}\n` : describeMutants(outcome, stdout))
  return exitOf(outcome)
}

/** Reads the value of the option with this name. */
const countOf =
  (name: string) =>
  (text: string): number => {
    if (!/^[1-9]\d{0,3}$/.test(text))
      throw new InputError(`${name} ${JSON.stringify(text)} is not a number from 1 to 9999.`)
    return Number(text)
  }

/** A server that could not be checked proves nothing, either for the harness or against it. */
export function exitOf({ isFine, rows }: Pick<MutantsOutcome, 'isFine' | 'rows'>): Exit {
  if (rows.length === 0) throw new InputError('There are no such mutants.')
  if (isFine) return 'fine'
  return rows.some(({ fate }) => fate === 'survived' || fate === 'accused') ? 'surprising' : 'inconclusive'
}

/** An error of any other type is a fault of the harness. */
function explain(fault: unknown): string {
  if (fault instanceof CommanderError)
    return `${fault.message.replace(/^error: /, '')}\nTry: pnpm mutants --help`
  return fault instanceof InputError || fault instanceof ReportError ? fault.message : describeFault(fault)
}
