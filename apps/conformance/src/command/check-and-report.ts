/** One check for a command: its progress while it lasts, and then the verdict, told on the terminal, to GitHub and in files. */
import { appendFile } from 'node:fs/promises'
import { annotations } from '../report/annotations.ts'
import { describeVerdict, markdownSummary } from '../report/describe-verdict.ts'
import { jsonReport } from '../report/json-report.ts'
import { prepareReports, ReportError, replaceFile, writeReports, writing } from '../report/write-reports.ts'
import { readBaseline, toBaseline } from '../run/baseline.ts'
import type { CheckBasis } from '../run/basis.ts'
import { check } from '../run/check.ts'
import { select } from '../run/selection.ts'
import type { Verdict } from '../run/verdict.ts'
import type { Exit } from './exit-codes.ts'
import type { CheckOptions } from './options.ts'
import { type KnownAt, readWanted } from './read-subject.ts'
import { type Context, describeProgress, showLine, writeText } from './terminal.ts'

/** Resolves to how the command ends, once everything is written. Rejects with an `InputError`. */
export async function checkAndReport(
  known: KnownAt,
  basis: CheckBasis,
  options: CheckOptions,
  context: Context,
): Promise<Exit> {
  const { interrupt, stderr, stopAtFirst = false } = context
  const subject = { ...known, ...readWanted(options) }
  const selection = select(basis, options)
  if (options.report !== undefined) await prepareReports(options.report)
  const progress = showLine(stderr)
  const startedAt = performance.now()
  const verdict = await check(
    selection.notAsked.length === 0 ? subject : { ...subject, leftOut: selection.notAsked },
    {
      ...basis,
      ...selection,
      ...(options.baseline !== undefined && { baseline: await readBaseline(options.baseline) }),
      signal: interrupt,
      stopAtFirst,
      doubtTokens: true,
      waitMs: options.wait * 1000,
      onProgress: (now) => progress.draw(() => describeProgress(now, performance.now() - startedAt)),
    },
  )
  progress.stop()
  try {
    if (!interrupt.aborted) await tell(verdict, options, context)
  } catch (fault) {
    // A breach stays a breach, even if something can't be written; a service that conforms must not pass unreported.
    if (!(fault instanceof ReportError) || verdict.outcome !== 'breaks') throw fault
    await writeText(stderr, `${fault.message}\n`).catch(() => {})
  }
  return verdict.outcome
}

/** Files come last: if writing them fails, the verdict has already been shown. */
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
  if (writeBaseline !== undefined) await writeText(beside, `\n${await writeKnown(writeBaseline, verdict)}\n`)
  if (report !== undefined) {
    await writeReports(report, verdict)
    if (json !== true) await writeText(stdout, `\nReports: ${report}/report.html and others\n`)
  }
}

/** Resolves to what to say of it. */
async function writeKnown(file: string, verdict: Verdict): Promise<string> {
  // It would accept everything that was not seen.
  if (verdict.outcome === 'inconclusive') return 'No baseline was written: nothing may be concluded.'
  await writing('The baseline', file, () => replaceFile(file, toBaseline(file, verdict)))
  return `Baseline: ${file}. An entry without a reason is refused: write why each failure is accepted.`
}
