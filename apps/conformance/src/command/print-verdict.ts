/** Tells the verdict everywhere: on the terminal, to GitHub, in files. */
import { appendFile } from 'node:fs/promises'
import { annotations } from '../report/annotations.ts'
import { jsonReport } from '../report/json-report.ts'
import { markdownSummary } from '../report/markdown-summary.ts'
import { ReportError, writeReports, writeWhole } from '../report/write-reports.ts'
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
    await tell(verdict, options, context)
    return verdict.outcome
  } catch (fault) {
    if (!(fault instanceof ReportError) || verdict.outcome !== 'breaks') throw fault
    await writeText(context.stderr, `${fault.message}\n`).catch(() => {})
    return 'breaks'
  }
}

/** Report files come last: if writing them fails, the verdict has already been shown. */
async function tell(verdict: Verdict, options: CheckOptions, context: Context): Promise<void> {
  const { env, stdout, stderr, interrupt } = context
  if (interrupt.aborted) return
  await writeText(stdout, options.json === true ? jsonReport(verdict) : describeVerdict(verdict, stdout))
  if (env['GITHUB_ACTIONS'] === 'true') {
    // GitHub reads commands from both streams; the JSON report stays whole.
    await writeText(
      options.json === true ? stderr : stdout,
      annotations(verdict, env['GITHUB_WORKSPACE'] ?? process.cwd()),
    )
  }
  const summaryFile = env['GITHUB_STEP_SUMMARY']
  if (summaryFile !== undefined && summaryFile !== '') await append(summaryFile, markdownSummary(verdict))
  if (options.writeBaseline !== undefined) {
    const said = await writeBaseline(options.writeBaseline, verdict)
    await writeText(options.json === true ? stderr : stdout, `\n${said}\n`)
  }
  if (options.report !== undefined) {
    await writeReports(options.report, verdict)
    if (options.json !== true)
      await writeText(stdout, `\nReports: ${options.report}/report.html and others\n`)
  }
}

/** Nothing is written where nothing may be concluded: it would accept everything that was not seen. */
async function writeBaseline(file: string, verdict: Verdict): Promise<string> {
  if (verdict.outcome === 'inconclusive') return 'No baseline was written: nothing may be concluded.'
  await writeWhole('The baseline', file, toBaseline(file, verdict))
  return `Baseline: ${file}. An entry without a reason is refused: write why each failure is accepted.`
}

async function append(file: string, text: string): Promise<void> {
  try {
    await appendFile(file, text)
  } catch (fault) {
    throw new ReportError(`The job summary could not be written to ${file}.`, { cause: fault })
  }
}
