/** The checker schemathesis, as published: generates requests from the document's schemas, and checks the responses. */
import { Service } from '../../document/oracle/service.ts'
import { type Checker, CheckerFailure } from '../../run/checker.ts'
import type { Suppression } from '../suppressions.ts'
import type { Basis } from './command.ts'
import { environments, provideEnvironment } from './environment.ts'
import { hear } from './hear.ts'
import { readReport, type Report } from './report.ts'
import { type Run, runTool } from './run-tool.ts'

interface Options {
  /** Where its own reports are kept, without secrets: nothing else of it outlives the check. */
  readonly reportDirectory?: string | undefined
  readonly basis: Basis
  /** In place of the table, for tests. */
  readonly suppressions?: readonly Suppression[]
}

/** A checker that installs schemathesis when it is missing, and runs it as a process. */
export const schemathesisChecker = ({ reportDirectory, basis, ...inPlace }: Options): Checker => ({
  name: 'schemathesis',
  prepare: async (signal) => void (await provideEnvironment({ signal })),
  check: async (subject, collector) => {
    const run = await runTool(subject, basis, collector, reportDirectory)
    if (collector.signal.aborted) return
    const service = new Service(subject, basis.contract)
    const report = readReport(run.text, subject.url, (request) => service.callerOf(request))
    // Only a contract with a profile has a part that is given.
    const checked = basis.profile === undefined ? { ...subject, only: 'all' as const } : subject
    if (report.exchanges.size > 0) hear(report, { basis, service, subject: checked, collector, ...inPlace })
    if (collector.timeUp.aborted && !report.isDone) collector.notReached('It was stopped before it was done.')
    else if (!report.isDone || report.exchanges.size === 0)
      // Its exit code is the same for "some failed" and for a crash.
      throw new CheckerFailure(
        `schemathesis ${report.isDone ? 'made no request' : 'ended before it was done'}: ${reasonOf(run, report)}`,
      )
  },
})

function reasonOf({ code, output }: Run, { exchanges, end }: Report): string {
  // None of its output tells why it was killed.
  if (code === null) return 'something killed it, or memory ran out.'
  if (end !== undefined) return `${end.type}: ${end.message}`
  // Behind its sign for errors, which is also that of failed tests, stands what is wrong with what it was given.
  const given = exchanges.size > 0 ? null : /(?<=❌\s+)\S[^]*?(?=\nReports:|$)/.exec(output)
  const [said = ''] = given ?? output.trim().split('\n').slice(-1)
  const words = said
    .replaceAll(/={3,}|\s+/g, ' ')
    .trim()
    .slice(0, 400)
  return `${words.replace(/(?<![.!?])$/, '.')} If its installation is damaged, delete ${environments}.`
}
