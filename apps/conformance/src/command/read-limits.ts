/** Reads what a check is limited to, and which failures are known. */
import schema from '../../baseline.schema.json' with { type: 'json' }
import { type Basis, ownBasis } from '../run/basis.ts'
import type { CheckOptions as RunOptions } from '../run/check.ts'
import { select, type Selection } from '../run/selection.ts'
import type { KnownFailure } from '../run/verdict.ts'
import { readChecked } from '../checked-file.ts'
import { CommandFailure } from './exit-codes.ts'
import { readNumber } from './options.ts'
import type { CheckOptions } from './read-subject.ts'

/** Of what the check goes by, where that is not our own contract. Rejects with a `CommandFailure`. */
export async function readLimits(
  { include = [], exclude = [], baseline, wait }: CheckOptions,
  basis: Partial<Basis> & { readonly writes?: boolean | undefined },
): Promise<Pick<RunOptions, 'baseline' | 'ignored' | 'leftOut' | 'operations' | 'waitMs'> & Selection> {
  const waitMs = readNumber('wait', wait) * 1000
  const known = baseline === undefined ? {} : { baseline: await readBaseline(baseline) }
  try {
    return {
      ...select({ ...ownBasis(undefined, basis.writes), ...basis }, { include, exclude }),
      ...known,
      waitMs,
    }
  } catch (error) {
    throw error instanceof RangeError ? new CommandFailure(error.message) : error
  }
}

async function readBaseline(file: string): Promise<NonNullable<RunOptions['baseline']>> {
  const { known } = await readChecked<{ readonly known: readonly KnownFailure[] }>('baseline', file, schema)
  const bare = known.filter(({ reason }) => reason.trim() === '').map(({ rule }) => rule)
  if (bare.length > 0) {
    throw new CommandFailure(
      `The baseline ${file} gives no reason for ${bare.join(', ')}: write why each failure is accepted, such as the number of a ticket.`,
    )
  }
  return { file, known }
}
