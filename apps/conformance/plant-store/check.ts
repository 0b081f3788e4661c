/** One check by our own contract, as the command makes it. */
import { check, type CheckRun } from '../src/run/check.ts'
import type { Basis } from '../src/run/basis.ts'
import type { Subject } from '../src/subject.ts'
import type { Verdict } from '../src/run/verdict.ts'
import { ownBasis } from './basis.ts'

/** What of the basis is not given is that of our own contract. */
export type OwnCheck = Omit<CheckRun, keyof Basis> & Partial<Basis>

export const checkOwn = (subject: Subject, options: OwnCheck): Promise<Verdict> =>
  check(subject, { ...ownBasis(subject.only), ...options })
