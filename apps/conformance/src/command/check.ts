/** `conformance check`: checkers one service. */
import { clone } from '#clone'
import { type Command, Option } from 'commander'
import { type Basis, check } from '../run/check.ts'
import type { Checker } from '../run/checker.ts'
import { checkerNames, makeCheckers } from '../checkers.ts'
import { prepareReports } from '../report/write-reports.ts'
import { type Subject, usualAtLeast } from '../subject.ts'
import { toLines, CommandFailure, type Exit } from './exit-codes.ts'
import { type CheckOptions, readKnown, readWait, readWanted } from './read-subject.ts'
import type { Context } from './context.ts'
import { printVerdict } from './print-verdict.ts'
import { describeProgress, showLine, writeText } from './terminal.ts'

const own = new Option('--own', 'check the service of this repository, started with a known world').hideHelp(
  clone === undefined,
)
const alone = new Option('--checker <name>', 'use only this one; sessions needs no Python')
  .choices(checkerNames)
  .conflicts('contract')

/** Adds the command; `end` is told how it ends. */
export function addCheck(program: Command, context: Context, end: (exit: Exit) => void): void {
  program
    .command('check', { isDefault: true })
    .description('check a running service')
    .argument('[url]', 'where the root of the service is, such as https://plants.example/api')
    .option('--contract <file or URL>', 'an OpenAPI 3.0 or 3.1 document to check by, in place of our own')
    .option('--profile <file>', "with --contract: a module with rules that OpenAPI can't say")
    .addOption(own)
    .option(
      '--token <token>',
      'a token that the service accepts; other users of the machine can see it: prefer a file, or PLANT_STORE_TOKEN',
    )
    .option('--token-file <file>', 'a file that holds the token; - reads standard input')
    .option('--world <file>', 'a JSON file of the users and the plants they see')
    .option(
      '--header <field>',
      "a field such as 'X-Tenant: a' for every request, or @file with one on each line; may be repeated",
      (field: string, all?: readonly string[]) => [...(all ?? []), field],
    )
    .option('--seed <number>', 'the same seed gives the same run', '1')
    .addOption(
      new Option(
        '--budget <how much>',
        'how much is tried, and for how long at most: quick 1 minute, standard 5, deep 25, used in full',
      )
        .choices(['quick', 'standard', 'deep'])
        .default('standard'),
    )
    .option('--wait <seconds>', 'how long to wait for a service that starts, such as 30s', '0s')
    .option('--minutes <number>', 'how long the check may take, in place of the time of its budget')
    .option(
      '--at-least <percent>',
      'how much of what the run could show must be seen for a verdict',
      String(usualAtLeast),
    )
    .addOption(new Option('--only <part>', 'check by the original contract alone').choices(['given']))
    .addOption(alone)
    .option('--report <directory>', 'write the reports to this directory')
    .option('--json', 'print the JSON report; errors as JSON too')
    .action(async (url: string | undefined, options: CheckOptions) => {
      end(await runCheck(url, options, context))
    })
}

async function runCheck(url: string | undefined, options: CheckOptions, context: Context): Promise<Exit> {
  const wanted = readWanted(options)
  if (url !== undefined && options.own !== undefined) {
    throw new CommandFailure('Give either the address of a service or --own.')
  }
  const known = url === undefined ? undefined : await readKnown(url, options, context)
  if (options.report !== undefined) await prepareReports(options.report)
  if (known !== undefined)
    return checkAndReport({ ...known, ...wanted }, await readBasis(options, context), options, context)
  const { token, tokenFile, world, header } = options
  if (options.own === undefined) {
    const others = clone === undefined ? '' : ', or check that of this repository with --own'
    throw new CommandFailure(
      `No address was given: name the service, such as http://127.0.0.1:8080${others}.`,
    )
  }
  if (clone === undefined) {
    throw new CommandFailure(
      '--own is only for a clone of the repository that has the service in it: give the address of your service instead.',
    )
  }
  if ([token, tokenFile, world, header].some((one) => one !== undefined)) {
    throw new CommandFailure(
      '--token, --token-file, --world and --header also need the address of the service.',
    )
  }
  // The checkers are loaded while the service starts. If that fails, it is reported where they are awaited.
  const checkers = checkersFor(options, context)
  checkers.catch(() => {})
  const { startOwnService } = await clone.ownService()
  await using service = await startOwnService(context.interrupt)
  const exit = await checkAndReport(
    { ...service.known, ...wanted },
    { checkers: await checkers },
    options,
    context,
  )
  const end = service.ownEnd()
  if (end !== undefined && !context.interrupt.aborted)
    await writeText(context.stderr, toLines(end, options.json === true))
  return exit
}

/** What the check goes by: our own contract with all checkers, or the document that was given. */
async function readBasis(options: CheckOptions, context: Context): Promise<CheckBasis> {
  const { contract, profile } = options
  if (contract !== undefined) return (await import('../document/basis.ts')).readBasis(contract, profile)
  if (profile !== undefined) {
    throw new CommandFailure('--profile needs --contract: our own contract has its profile already.')
  }
  return { checkers: await checkersFor(options, context) }
}

type CheckBasis = Partial<Basis> & { readonly checkers: readonly Checker[] }

async function checkersFor(
  { checker, report }: CheckOptions,
  { checkers }: Context,
): Promise<readonly Checker[]> {
  const all = checkers ?? (await makeCheckers(report))
  return checker === undefined ? all : all.filter(({ name }) => name === checker)
}

async function checkAndReport(
  subject: Subject,
  basis: CheckBasis,
  options: CheckOptions,
  context: Context,
): Promise<Exit> {
  const progress = showLine(context.stderr)
  const { timeMs } = context
  const verdict = await check(timeMs === undefined ? subject : { ...subject, timeMs }, {
    ...basis,
    signal: context.interrupt,
    doubtTokens: true,
    waitMs: readWait(options.wait),
    onProgress: (now) => progress.draw(() => describeProgress(now)),
  })
  progress.stop()
  return printVerdict(verdict, options, context)
}
