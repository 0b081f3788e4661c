/** What is due to a request, as the oracle tells it. */
import type { Fault } from './fault.ts'
import type { Operation } from './operation.ts'

/**
 * What a service owes for a request. Of one that is too much it need not read all: it may break the connection, and what
 * it said may be lost with it. The given contract alone owes nothing for such a one, nor for any that it does not speak of.
 */
type Owed = 'an answer' | 'an answer or a reset' | 'nothing'

/** What is due to a request. */
export interface Analysis {
  /** Undefined where no operation is at the path, or the method is another one. */
  readonly operation?: Operation
  /** The methods at the path; none where the path is not there. */
  readonly allowed: readonly string[]
  readonly isHead: boolean
  /** The first decides the answer. */
  readonly faults: readonly Fault[]
  /** The rules by which a request of unusual form is right; the last one is broken when it is refused. */
  readonly grounds: readonly string[]
  /** Other statuses than 200 that are fine where nothing is wrong. */
  readonly alsoFine: readonly number[]
  readonly owed: Owed
  /** The contract is silent: any answer in the right form will do. */
  readonly isOpen: boolean
  /** Whose token it carries, where that is to be accepted. */
  readonly caller?: number
  /** The parameters of the operation that are whole numbers, where they are right. */
  readonly numbers: Readonly<Record<string, number>>
}

/** What a right request asks for. */
export type AskedFor = { readonly [Part in 'caller' | 'operation' | 'numbers']?: Analysis[Part] | undefined }
