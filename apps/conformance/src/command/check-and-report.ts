/** One check for a command: its progress while it lasts, and then the verdict. */
import { type Basis, check } from '../run/check.ts'
import type { Checker } from '../run/checker.ts'
import type { Subject } from '../subject.ts'
import type { Context } from './context.ts'
import type { Exit } from './exit-codes.ts'
import { printVerdict } from './print-verdict.ts'
import { readLimits } from './read-limits.ts'
import type { CheckOptions } from './read-subject.ts'
import { describeProgress, showLine } from './terminal.ts'

/** Of the basis, what is not given is that of our own contract. */
export type CheckBasis = Partial<Basis> & {
  readonly checkers: readonly Checker[]
  readonly writes?: boolean | undefined
  readonly credentialFields?: readonly string[]
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
  const limits = await readLimits(options, basis)
  const wanted = {
    ...subject,
    ...(timeMs !== undefined && { timeMs }),
    ...(limits.notAsked.length > 0 && { leftOut: limits.notAsked }),
  }
  const verdict = await check(wanted, {
    ...basis,
    signal: context.interrupt,
    stopAtFirst: context.stopAtFirst === true,
    doubtTokens: true,
    ...limits,
    onProgress: (now) => progress.draw(() => describeProgress(now)),
  })
  progress.stop()
  return printVerdict(verdict, options, context)
}
