/** `conformance mock`: puts Prism's mock of the contract through the suite. */
import type { Command } from 'commander'
import type { Clone } from '#clone'
import { makeCheckers } from '../checkers.ts'
import type { MockReport } from '../adapters/prism/check-mock.ts'
import { knownDeviations } from '../adapters/prism/known-deviations.ts'
import { jsonReport } from '../report/json-report.ts'
import type { Exit } from './exit-codes.ts'
import { addOptions, readNumber } from './options.ts'
import { type CheckOptions, readMinutes } from './read-subject.ts'
import type { Context } from './context.ts'
import { writeText } from './terminal.ts'

type MockOptions = Pick<CheckOptions, 'seed' | 'budget' | 'minutes' | 'json'>

/** Ends as a check does: with 0 if the mock departs from the contract in just the known ways, otherwise with 1. */
export function addMock(
  program: Command,
  context: Context,
  end: (exit: Exit) => void,
  load: Clone['mock'],
): void {
  const command = program
    .command('mock')
    .description("check Prism's mock of the contract: breaches other than the known ones are failures")
  addOptions(command, ['seed', 'budget', 'minutes', 'json'], {
    budget: { default: 'quick' },
    json: { help: 'print the JSON report of the mock' },
  }).action(async (options: MockOptions) => {
    const report = await runMock(options, context, load)
    if (context.interrupt.aborted) return
    const isAsKnown = report.news.length + report.vanished.length === 0
    const text = options.json === true ? jsonReport(report.verdict) : describe(report, isAsKnown)
    await writeText(context.stdout, text)
    end(isAsKnown ? 'conforms' : 'breaks')
  })
}

async function runMock(
  { seed, budget, minutes }: MockOptions,
  context: Context,
  load: Clone['mock'],
): Promise<MockReport> {
  const wanted = { seed: readNumber('seed', seed), budget, ...readMinutes(minutes) }
  const { checkMock } = await load()
  const checkers = context.checkers ?? (await makeCheckers())
  return checkMock(checkers, wanted, context.interrupt)
}

function describe({ news, vanished, verdict }: MockReport, isAsKnown: boolean): string {
  const broken = verdict.evidence.filter((evidence) => evidence.broken > 0).length
  return [
    isAsKnown
      ? `Prism's mock departs from the contract only in known ways: ${broken} rules in ${knownDeviations.length} ways.`
      : "The ways in which Prism's mock departs from the contract have changed.",
    '',
    ...news.map(({ rule, place }) => `New: ${rule.sentence}\n   ${place}  ${rule.id}`),
    ...vanished.map(({ deviation, rules }) => `Gone: ${deviation.what}\n   now kept: ${rules.join(', ')}`),
    ...knownDeviations.map(
      ({ what, issues }) =>
        `Known: ${what}${issues.length === 0 ? '' : ` (stoplightio/prism #${issues.join(', #')})`}`,
    ),
    '',
  ].join('\n')
}
