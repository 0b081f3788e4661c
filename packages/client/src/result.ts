/** What a request can come to, told apart by `status`. */
import type { Plant, PlantStoreError } from '@plant-store/contracts'
import { assertPlants, assertPlantStoreError } from '@plant-store/contracts/validators'

/** Exhaustive: a `switch` over `status` that has all cases needs no other. */
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
 * Anything else: a status that the operation does not declare, or a body that is not what the status declares, such as
 * the page of a proxy.
 */
export interface UnexpectedResult {
  readonly status: 'unexpected'
  /** 0 where a browser hides it: it was a redirection. */
  readonly httpStatus: number
  /** What is unexpected about it, such as `/3/name is missing`. */
  readonly reason: string
  /** The body as it came, as far as it did. */
  readonly text: string
  readonly headers: Headers
}

type ErrorStatus = 400 | 401 | 500 | 503

const errorStatuses: ReadonlySet<number> = new Set<ErrorStatus>([400, 401, 500, 503])

function checkFor(status: number): ((body: unknown) => void) | undefined {
  if (status === 200) return assertPlants
  return errorStatuses.has(status) ? assertPlantStoreError : undefined
}

/** What an answer comes to. */
export function resultOf(response: Response, text: string): ListPlantsResult {
  const { status, headers } = response
  const check = checkFor(status)
  if (check === undefined) return unexpected(response, text, `${status} is no status of this operation`)
  try {
    const body: unknown = JSON.parse(text)
    check(body)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check is that of the status
    return { status, body, headers } as ListPlantsResult
  } catch (error) {
    return unexpected(response, text, error instanceof TypeError ? error.message : 'the body is not JSON')
  }
}

/** `reason` is a sentence without its full stop. */
export function unexpected(response: Response, text: string, reason: string): UnexpectedResult {
  return { status: 'unexpected', httpStatus: response.status, reason, text, headers: response.headers }
}
