/** One check for a command: its progress while it lasts, and then the verdict. */
import { readBaseline } from '../run/baseline.ts'
import type { CheckBasis } from '../run/basis.ts'
import { check } from '../run/check.ts'
import { select } from '../run/selection.ts'
import type { Subject } from '../subject.ts'
import type { Context } from './context.ts'
import type { Exit } from './exit-codes.ts'
import type { CheckOptions } from './options.ts'
import { printVerdict } from './print-verdict.ts'
import { describeProgress, showLine } from './terminal.ts'

/** Resolves to how the command ends, once everything is written. */
export async function checkAndReport(
  subject: Subject,
  basis: CheckBasis,
  options: CheckOptions,
  context: Context,
): Promise<Exit> {
  const { interrupt, stderr, timeMs, stopAtFirst = false } = context
  const selection = select(basis, options)
  const progress = showLine(stderr)
  const startedAt = performance.now()
  const verdict = await check(
    {
      ...subject,
      ...(timeMs !== undefined && { timeMs }),
      ...(selection.notAsked.length > 0 && { leftOut: selection.notAsked }),
    },
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
  return printVerdict(verdict, options, context)
}
