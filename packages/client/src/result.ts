/** The possible results of a request, distinguished by `status`. */
import type { Plant, PlantStoreError } from '@plant-store/contracts'
import { assertPlants, assertPlantStoreError } from '@plant-store/contracts/validators'
import type { Fault, Reading } from './send.ts'

/**
 * Exhaustive: a `switch` over `status` that has all these cases needs no `default`. Plain data, which `structuredClone`,
 * `postMessage` and JSON pass on as it is.
 */
export type ListPlantsResult =
  | { readonly status: 200; readonly body: Plant[]; readonly headers: ResponseHeaders }
  | ErrorResult
  | UnexpectedResult

/** The header fields of a response by their names in lower case, such as `x-request-id`. */
export type ResponseHeaders = Readonly<Record<string, string>>

/** A refusal or failure, as the contract declares it. */
export type ErrorResult = {
  readonly [Status in ErrorStatus]: {
    readonly status: Status
    readonly body: PlantStoreError
    readonly headers: ResponseHeaders
  }
}[ErrorStatus]

/**
 * Anything else, such as a proxy's error page: a status that the operation does not declare, a body or a content type
 * other than the one declared for the status, or a response that breaks off.
 */
export interface UnexpectedResult {
  readonly status: 'unexpected'
  /** 0 for a redirect whose status a browser hides. */
  readonly httpStatus: number
  /** What is unexpected about it, such as `/3/name is missing`. */
  readonly reason: string
  /** The body as it came; of `plants`, about the first 64 KiB of what arrived. Empty if it breaks off in `listPlants`. */
  readonly text: string
  readonly headers: ResponseHeaders
}

type ErrorStatus = 400 | 401 | 500 | 503

/** The content type of every response that the contract declares. */
export const jsonType = /^application\/json *(;|$)/i

/** What a response amounts to. */
export async function resultOf(
  response: Response,
  url: string,
  signal: AbortSignal,
): Promise<Reading<ListPlantsResult>> {
  const { status, headers: fields } = response
  const headers = Object.fromEntries(fields)
  let bytes
  try {
    bytes = await response.arrayBuffer()
    const to = fields.get('Location')
    const type = fields.get('Content-Type') ?? 'missing'
    if (!/^(200|40[01]|50[03])$/.test(`${status}`)) {
      throw new TypeError(
        `${status} from ${url} ${to !== null ? `redirects to ${to}` : 'is unexpected'}${status > 428 ? '' : ': check baseUrl'}`,
      )
    }
    if (!jsonType.test(type)) throw new TypeError(`the content type is ${type}`)
    const body: unknown = JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(bytes))
    if (status === 200) assertPlants(body)
    else assertPlantStoreError(body)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check is the one for this status
    return [{ status, body, headers } as ListPlantsResult, false]
  } catch (error) {
    signal.throwIfAborted()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of another realm, perhaps: an instance of no class here
    const fault = error as Fault
    const { cause = fault } = fault
    const reason = (bytes ? '' : 'the response breaks off: ') + cause.message
    return [
      { status: 'unexpected', httpStatus: status, reason, text: new TextDecoder().decode(bytes), headers },
      !bytes,
    ]
  }
}
