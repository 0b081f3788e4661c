/** `conformance mutants`: the harness itself before the court. */
import { type Command, Option } from 'commander'
import { judgeNames } from '../judges.ts'
import type { Mutant, MutantClass } from '../mutants/mutant.ts'
import type { MutantsOptions, MutantsOutcome } from '../mutants/run.ts'
import { prepareReports, writeMatrix } from '../report/write-reports.ts'
import { CommandFailure } from './exit-codes.ts'
import { describeMutants } from './describe-mutants.ts'
import type { Exit } from './exit-codes.ts'
import { readSeed } from './read-subject.ts'
import type { Context } from './context.ts'
import { showLine, writeText } from './terminal.ts'

interface Options {
  readonly class?: string
  readonly seed: string
  readonly seeds: string
  readonly jobs?: string
  readonly judge?: string
  readonly only?: string
  readonly full?: true
  readonly compare?: true
  readonly report?: string
  readonly json?: true
}

/** Ends with 0 where every mutant is caught and no correct server is accused, with 1 where not. */
export function addMutants(program: Command, context: Context, end: (exit: Exit) => void): void {
  program
    .command('mutants')
    .description('run the harness over servers with one fault each, and over correct ones')
    .argument('[mutants...]', 'these alone, by their names')
    .option('--class <class>', 'those of one class alone, such as access, or variant for the correct ones')
    .option('--seed <number>', 'the first seed', '1')
    .option('--seeds <count>', 'with how many seeds each correct server is tried', '1')
    .option('--jobs <count>', 'how many at a time; by default as many as there are cores')
    .addOption(new Option('--judge <judge>', 'this judge alone; laws is the quickest').choices(judgeNames))
    .addOption(new Option('--only <part>', 'judge by the original contract alone').choices(['given']))
    .option(
      '--full',
      'let every judge come to its end, for a whole matrix, and count the failures that each fault is told as',
    )
    .option('--compare', 'try stock schemathesis and Prism as a proxy on the same servers')
    .option(
      '--report <directory>',
      'write mutants.html and mutants.json there; a check that reports there shows them too',
    )
    .option('--json', 'print the kill matrix as JSON')
    .action(async (names: readonly string[], options: Options) => {
      end(await run(names, options, context))
    })
}

async function run(names: readonly string[], options: Options, context: Context): Promise<Exit> {
  if (options.report !== undefined) await prepareReports(options.report)
  const outcome = await tryAll(names, options, context)
  if (context.interrupt.aborted) return 'unjudged'
  const { matrix } = outcome
  await writeText(
    context.stdout,
    options.json === true
      ? `${JSON.stringify(matrix)}\n`
      : describeMutants(outcome, context.stdout, options.full === true),
  )
  if (options.report !== undefined) await writeMatrix(options.report, matrix)
  return exitOf(outcome)
}

async function tryAll(
  names: readonly string[],
  options: Options,
  { stderr, interrupt }: Context,
): Promise<MutantsOutcome> {
  // Loaded only here: the catalogue is long.
  const { runMutants } = await import('../mutants/run.ts')
  const { mutants } = await import('../mutants/catalogue.ts')
  const progress = showLine(stderr)
  try {
    return await runMutants({
      ...toOptions(names, options, mutants),
      signal: interrupt,
      onProgress: ({ done, total, result }) => progress.draw(`${done} of ${total}  ${result.mutant}`),
    })
  } catch (fault) {
    throw fault instanceof RangeError ? new CommandFailure(fault.message) : fault
  } finally {
    progress.stop()
  }
}

function toOptions(names: readonly string[], options: Options, catalogue: readonly Mutant[]): MutantsOptions {
  return {
    ...(names.length > 0 && { mutants: names }),
    ...(options.class !== undefined && { onlyClass: readClass(options.class, catalogue) }),
    seed: readSeed(options.seed),
    seeds: readCount('--seeds', options.seeds),
    ...(options.jobs !== undefined && { jobs: readCount('--jobs', options.jobs) }),
    ...(options.judge !== undefined && { judge: options.judge }),
    ...(options.only === 'given' && { only: 'given' }),
    full: options.full === true,
    compare: options.compare === true,
  }
}

function readClass(name: string, catalogue: readonly Mutant[]): MutantClass {
  const found = catalogue.find((mutant) => mutant.class === name)
  if (found !== undefined) return found.class
  const classes = [...new Set(catalogue.map((mutant) => mutant.class))].join(', ')
  throw new CommandFailure(`There is no class ${JSON.stringify(name)}; there are ${classes}.`)
}

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new CommandFailure(`${name} ${JSON.stringify(text)} is not a number from 1 to 999.`)
  return Number(text)
}

/** A server that could not be judged proves nothing, neither for the harness nor against it. */
export function exitOf({ isFine, survivors, accused, results }: MutantsOutcome): Exit {
  if (results.length === 0) throw new CommandFailure('There are no such mutants.')
  if (isFine) return 'conforms'
  return survivors.some(({ result }) => result.outcome === 'conforms') || accused.length > 0
    ? 'breaks'
    : 'unjudged'
}
