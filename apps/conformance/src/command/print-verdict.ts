/** Tells the verdict everywhere: on the terminal, to GitHub, in files. */
import { appendFile } from 'node:fs/promises'
import { annotations } from '../report/annotations.ts'
import { jsonReport } from '../report/json-report.ts'
import { markdownSummary } from '../report/describe-verdict.ts'
import { ReportError, replaceFile, writeReports, writing } from '../report/write-reports.ts'
import { toBaseline } from '../run/baseline.ts'
import type { Verdict } from '../run/verdict.ts'
import { describeVerdict } from '../report/describe-verdict.ts'
import type { Exit } from './exit-codes.ts'
import type { CheckOptions } from './options.ts'
import type { Context } from './context.ts'
import { writeText } from './terminal.ts'

/** A breach stays a breach, even if something can't be written; a service that conforms must not pass unreported. */
export async function printVerdict(verdict: Verdict, options: CheckOptions, context: Context): Promise<Exit> {
  try {
    if (!context.interrupt.aborted) await tell(verdict, options, context)
  } catch (fault) {
    if (!(fault instanceof ReportError) || verdict.outcome !== 'breaks') throw fault
    await writeText(context.stderr, `${fault.message}\n`).catch(() => {})
  }
  return verdict.outcome
}

/** Report files come last: if writing them fails, the verdict has already been shown. */
async function tell(
  verdict: Verdict,
  { json, report, writeBaseline }: CheckOptions,
  { env, stdout, stderr }: Context,
): Promise<void> {
  // The JSON report stays whole; GitHub reads commands from both streams.
  const beside = json === true ? stderr : stdout
  await writeText(stdout, json === true ? jsonReport(verdict) : describeVerdict(verdict, stdout))
  if (env['GITHUB_ACTIONS'] === 'true')
    await writeText(beside, annotations(verdict, env['GITHUB_WORKSPACE'] ?? process.cwd()))
  const { GITHUB_STEP_SUMMARY: summary = '' } = env
  if (summary !== '')
    await writing('The summary', summary, () => appendFile(summary, markdownSummary(verdict)))
  if (writeBaseline !== undefined) {
    const isWritten = verdict.outcome !== 'inconclusive'
    if (isWritten)
      await writing('The baseline', writeBaseline, () =>
        replaceFile(writeBaseline, toBaseline(writeBaseline, verdict)),
      )
    const said = isWritten
      ? `Baseline: ${writeBaseline}. An entry without a reason is refused: write why each failure is accepted.`
      : // It would accept everything that was not seen.
        'No baseline was written: nothing may be concluded.'
    await writeText(beside, `\n${said}\n`)
  }
  if (report !== undefined) {
    await writeReports(report, verdict)
    if (json !== true) await writeText(stdout, `\nReports: ${report}/report.html and others\n`)
  }
}
