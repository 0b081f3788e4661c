/** What is known about a service: what the world file says, and what its first answers showed. */
import type { Plant } from '@plant-store/contracts'
import { isPlants } from '@plant-store/contracts/validators'
import { isTemplate } from '../contract/path-template.ts'
import type { SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import type { Known } from './analyse.ts'
import type { Analysis, AskedFor } from './analysis.ts'
import { anyTime, type LastModified } from './condition.ts'
import { jsonReader } from './json-text.ts'
import type { Operation } from './operation.ts'

/** The whole list of a caller. */
interface KnownList {
  readonly plants: readonly Plant[]
  /** Whether the list comes from the world; otherwise it comes from the first answer. */
  readonly isFromWorld: boolean
}

const keyOf = ({ caller, operation, numbers }: AskedFor): string =>
  `${caller} ${operation?.operationId} ${JSON.stringify(Object.entries(numbers ?? {}))}`

export class Knowledge implements Known {
  readonly operations: readonly Operation[]
  readonly templates: readonly Operation[]
  readonly tokens: Known['tokens']
  readonly only: Known['only']
  readonly host: string
  readonly #lists = new Map<number, KnownList>()
  readonly #tags = new Map<string, string>()
  readonly #tagsOfForms = new Map<string, string>()
  readonly #modified = new Map<string, LastModified>()
  readonly #long = new Set<string>()
  readonly #errors = new Map<number, number>()
  /** Most answers of a check repeat: each text is parsed once. */
  readonly readJson = jsonReader()

  constructor({ url, callers, refusedTokens, only }: Subject, operations: readonly Operation[]) {
    this.operations = operations.filter(({ path }) => !isTemplate(path))
    this.templates = operations.filter(({ path }) => isTemplate(path))
    this.only = only
    this.host = new URL(url).host
    this.tokens = { accepted: callers.map(({ token }) => token), refused: refusedTokens }
    for (const [index, { plants }] of callers.entries()) {
      if (plants !== undefined) {
        this.#lists.set(index, { plants, isFromWorld: true })
      }
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

  /** From here on, the caller is owed this list, unless the world or an earlier answer gave one. */
  learnPlants(caller: number, body: Buffer): void {
    const { value } = this.readJson(body)
    if (isPlants(value) && !this.#lists.has(caller)) {
      this.#lists.set(caller, { plants: value, isFromWorld: false })
    }
  }

  /** The status that first came with this error number: `status`, if the number is new. */
  statusOfError(error: number, status: number): number {
    const known = this.#errors.get(error) ?? status
    this.#errors.set(error, known)
    return known
  }

  /** Whether any caller got a long list at this path. */
  isLong(path: string): boolean {
    return this.#long.has(path)
  }

  learnLong(path: string): void {
    this.#long.add(path)
  }

  /** The tag of the requested list, as the first answer gave it, however the request is spelled. */
  tagOf(list: AskedFor): string | undefined {
    return this.#tags.get(keyOf(list))
  }

  learnTag(list: AskedFor, tag: string): void {
    const known = this.tagOf(list)
    if (list.caller !== undefined) this.#tags.set(keyOf(list), known ?? tag)
  }

  /** The tag of the list in the form that the request wishes for, as the first answer gave it. */
  tagOfForm(list: AskedFor, wish: string): string | undefined {
    return this.#tagsOfForms.get(`${keyOf(list)} ${wish}`)
  }

  learnTagOfForm(list: AskedFor, wish: string, tag: string): void {
    const known = this.tagOfForm(list, wish)
    if (list.caller !== undefined) this.#tagsOfForms.set(`${keyOf(list)} ${wish}`, known ?? tag)
  }

  /** When the list was last changed: at any time where only other lists say so, undefined where no list does. */
  readonly modifiedOf = (list: AskedFor): LastModified | undefined =>
    this.#modified.get(keyOf(list)) ?? (this.#modified.size > 0 ? anyTime : undefined)

  /** `date` is the value of an answer's Last-Modified (RFC 9110, 8.8.2). */
  learnModified(list: AskedFor, date: string): void {
    const time = Date.parse(date)
    const { earliest = time, latest = time } = this.#modified.get(keyOf(list)) ?? {}
    this.#modified.set(keyOf(list), { earliest: Math.min(earliest, time), latest: Math.max(latest, time) })
  }

  /** Every tag that is known. */
  get tags(): readonly string[] {
    return [...new Set(this.#tags.values())]
  }

  /** Whether another caller gets something with this tag. */
  isTagOfAnother(caller: number, tag: string): boolean {
    return [...this.#tags].some(([place, known]) => known === tag && !place.startsWith(`${caller} `))
  }
}

/** A request as it was sent, what is due to it, and what is known about the service. */
export interface RequestContext {
  readonly request: SentRequest
  readonly analysis: Analysis
  readonly knowledge: Knowledge
}
