/** One check for a command: its progress while it lasts, and then the verdict. */
import { readBaseline } from '../run/baseline.ts'
import type { OwnContract } from '../own-contract.ts'
import type { Basis } from '../run/basis.ts'
import { check } from '../run/check.ts'
import type { Checker } from '../run/checker.ts'
import { select } from '../run/selection.ts'
import type { Subject } from '../subject.ts'
import type { Context } from './context.ts'
import type { Exit } from './exit-codes.ts'
import { printVerdict } from './print-verdict.ts'
import type { CheckOptions } from './read-subject.ts'
import { describeProgress, showLine } from './terminal.ts'

export type CheckBasis = Basis & {
  readonly checkers: readonly Checker[]
  readonly credentialFields?: readonly string[]
  readonly faultOf?: OwnContract['faultOf']
}

/** Resolves to how the command ends, once everything is written. */
export async function checkAndReport(
  subject: Subject,
  basis: CheckBasis,
  options: CheckOptions,
  context: Context,
): Promise<Exit> {
  const progress = showLine(context.stderr)
  const { timeMs } = context
  const { include, exclude, baseline, wait } = options
  const selection = select(basis, { include, exclude })
  const known = baseline === undefined ? {} : { baseline: await readBaseline(baseline) }
  const wanted = {
    ...subject,
    ...(timeMs !== undefined && { timeMs }),
    ...(selection.notAsked.length > 0 && { leftOut: selection.notAsked }),
  }
  const verdict = await check(wanted, {
    ...basis,
    signal: context.interrupt,
    stopAtFirst: context.stopAtFirst === true,
    doubtTokens: true,
    ...selection,
    ...known,
    waitMs: wait * 1000,
    onProgress: (now) => progress.draw(() => describeProgress(now)),
  })
  progress.stop()
  return printVerdict(verdict, options, context)
}
