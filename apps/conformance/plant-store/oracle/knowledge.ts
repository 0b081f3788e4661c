/** What is known about a service: what the world file says, and what its first responses showed. */
import type { Plant } from '@plant-store/contracts'
import { isPlants } from '@plant-store/contracts/validators'
import { decodeContent } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../src/exchange.ts'
import { type Subject } from '../../src/subject.ts'
import { type PlantAnalysis, type AskedFor, type LastModified } from './analysis.ts'
import { type JsonText } from '../../src/oracle/json-text.ts'
import { tokensOf, anyTime, type Known } from './known.ts'
import { jsonReader } from './json-reader.ts'

/** A request as it was sent, what is due to it, and what is known about the service. */
export interface RequestContext {
  readonly request: SentRequest
  readonly analysis: PlantAnalysis
  readonly knowledge: Knowledge
}

/** The whole list of a caller. */
interface KnownList {
  readonly plants: readonly Plant[]
  /** Whether the list comes from the world; otherwise it comes from the first response. */
  readonly isFromWorld: boolean
}

const keyOf = ({ caller, limit }: AskedFor): string => `${caller} ${limit}`

export class Knowledge implements Known {
  readonly tokens: Known['tokens']
  readonly only: Known['only']
  readonly host: string
  readonly #lists = new Map<number, KnownList>()
  /** By the form of the list, which is empty for the plain one; then by the list. */
  readonly #tags = new Map<string, Map<string, string>>()
  readonly #modified = new Map<string, LastModified>()
  /** Whether any caller got a long list. */
  hasLong = false
  readonly #errors = new Map<number, number>()
  /** Most responses of a check repeat: each text is parsed once. */
  readonly #readJson = jsonReader()

  constructor({ url, callers, refused, only }: Subject) {
    this.only = only
    this.host = new URL(url).host
    this.tokens = { accepted: tokensOf(callers), refused: tokensOf(refused) }
    for (const [index, { plants }] of callers.entries()) {
      if (plants !== undefined) this.#lists.set(index, { plants, isFromWorld: true })
    }
  }

  listOf(caller: number): KnownList | undefined {
    return this.#lists.get(caller)
  }

  /** The lists of the other callers, as far as the world gives them. */
  listsOfOthers(caller: number): readonly (readonly Plant[])[] {
    return [...this.#lists]
      .filter(([index, { isFromWorld }]) => index !== caller && isFromWorld)
      .map(([, { plants }]) => plants)
  }

  /** What the body holds without its coding. */
  read(response: RawResponse): JsonText {
    const bytes = decodeContent(response)
    return typeof bytes === 'string' ? { value: undefined, faults: [bytes] } : this.#readJson(bytes)
  }

  /** From here on, the caller is owed this list, unless the world or an earlier response gave one. */
  learnPlants(caller: number, response: RawResponse): void {
    if (this.#lists.has(caller)) return
    const { value } = this.read(response)
    if (isPlants(value)) this.#lists.set(caller, { plants: value, isFromWorld: false })
  }

  /** The status that first came with this error number: `status`, if the number is new. */
  statusOfError(error: number, status: number): number {
    const known = this.#errors.get(error) ?? status
    this.#errors.set(error, known)
    return known
  }

  /** The tag of the requested list in this form, as the first response gave it, however the request is spelled. */
  tagOf(list: AskedFor, key = ''): string | undefined {
    return this.#tags.get(key)?.get(keyOf(list))
  }

  /** The tags of the requested list, and of equal ones, in all content codings that they came in. */
  tagsOfCodings(list: AskedFor): readonly string[] {
    const plain = this.#tags.get('')
    const own = plain?.get(keyOf(list))
    const isEqual = (place: string): boolean =>
      place === keyOf(list) || (own !== undefined && plain?.get(place) === own)
    return [...this.#tags].flatMap(([key, known]) =>
      key.split('\n').some((line) => !line.startsWith('accept-encoding: '))
        ? []
        : [...known].flatMap(([one, tag]) => (isEqual(one) ? [tag] : [])),
    )
  }

  learnTag(list: AskedFor, tag: string, key = ''): void {
    const known = this.#tags.get(key) ?? new Map<string, string>()
    this.#tags.set(key, known.set(keyOf(list), this.tagOf(list, key) ?? tag))
  }

  /** When the list was last changed: at any time where only other lists say so, undefined where no list does. */
  readonly modifiedOf = (list: AskedFor): LastModified | undefined =>
    this.#modified.get(keyOf(list)) ?? (this.#modified.size > 0 ? anyTime : undefined)

  /** `date` is the value of a response's Last-Modified (RFC 9110, 8.8.2). */
  learnModified(list: AskedFor, date: string): void {
    const time = Date.parse(date)
    const { earliest = time, latest = time } = this.#modified.get(keyOf(list)) ?? {}
    this.#modified.set(keyOf(list), { earliest: Math.min(earliest, time), latest: Math.max(latest, time) })
  }

  /** Every known tag of a plain list. */
  get tags(): readonly string[] {
    return [...new Set(this.#tags.get('')?.values())]
  }

  /** Whether another caller gets something with this tag. */
  isTagOfAnother(caller: number, tag: string): boolean {
    return [...(this.#tags.get('') ?? [])].some(
      ([place, known]) => known === tag && !place.startsWith(`${caller} `),
    )
  }
}
