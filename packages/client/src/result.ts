/** The possible results of a request, distinguished by `status`. */
import type { Plant, PlantStoreError } from '@plant-store/contracts'
import { assertPlants, assertPlantStoreError } from '@plant-store/contracts/validators'

/** Exhaustive: a `switch` over `status` that has all these cases needs no `default`. */
export type ListPlantsResult =
  | { readonly status: 200; readonly body: Plant[]; readonly headers: Headers }
  | ErrorResult
  | UnexpectedResult

/** A refusal or failure, as the contract declares it. */
export type ErrorResult = {
  readonly [Status in ErrorStatus]: {
    readonly status: Status
    readonly body: PlantStoreError
    readonly headers: Headers
  }
}[ErrorStatus]

/**
 * Anything else, such as a proxy's error page: a status that the operation does not declare, or a body other than the
 * one declared for the status.
 */
export interface UnexpectedResult {
  readonly status: 'unexpected'
  /** 0 for a redirect whose status a browser hides. */
  readonly httpStatus: number
  /** What is unexpected about it, such as `/3/name is missing`. */
  readonly reason: string
  /** The body as it came, as far as it arrived. */
  readonly text: string
  readonly headers: Headers
}

type ErrorStatus = 400 | 401 | 500 | 503

const isErrorStatus = (status: number): status is ErrorStatus =>
  status === 400 || status === 401 || status === 500 || status === 503

function checkFor(status: number): (body: unknown) => void {
  if (status === 200) return assertPlants
  if (isErrorStatus(status)) return assertPlantStoreError
  throw new TypeError(`${status} is no status of this operation`)
}

/** The head of an answer. */
type Head = Pick<Response, 'status' | 'headers'>

/** The result that an answer amounts to. */
export function resultOf({ status, headers }: Head, octets: ArrayBuffer): ListPlantsResult {
  try {
    const check = checkFor(status)
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets))
    check(value)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check is the one for this status
    return { status, body: value, headers } as ListPlantsResult
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : 'the body is not JSON'
    return unexpected({ status, headers }, new TextDecoder().decode(octets), reason)
  }
}

/** `reason` is a sentence without its full stop. */
export const unexpected = ({ status, headers }: Head, text: string, reason: string): UnexpectedResult => ({
  status: 'unexpected',
  httpStatus: status,
  reason,
  text,
  headers,
})
