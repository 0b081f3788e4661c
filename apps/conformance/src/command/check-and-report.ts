/** One check for a command: its progress while it lasts, and then the verdict. */
import schema from '../../baseline.schema.json' with { type: 'json' }
import { readChecked } from '../checked-file.ts'
import type { BaselineFile } from '../run/baseline.ts'
import type { OwnContract } from '../own-contract.ts'
import type { Basis } from '../run/basis.ts'
import { check } from '../run/check.ts'
import type { Checker } from '../run/checker.ts'
import { select } from '../run/selection.ts'
import type { Subject } from '../subject.ts'
import type { Context } from './context.ts'
import { CommandFailure, type Exit } from './exit-codes.ts'
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

async function readBaseline(file: string): Promise<BaselineFile> {
  const { known } = await readChecked<Pick<BaselineFile, 'known'>>('baseline', file, schema)
  const bare = known.filter(({ reason }) => reason.trim() === '').map(({ rule }) => rule)
  if (bare.length > 0) {
    throw new CommandFailure(
      `The baseline ${file} gives no reason for ${bare.join(', ')}: write why each failure is accepted, such as the number of a ticket.`,
    )
  }
  return { file, known }
}
