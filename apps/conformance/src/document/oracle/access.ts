/** What only one caller may see: by the world file, or since it came to one caller alone, while nobody else was asking. */
import { toText } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../exchange.ts'
import { readJson as readBytes } from '../../oracle/json-text.ts'
import { itemsOf, valueIn } from '../paging.ts'
import { isSafe } from '../model.ts'
import type { DocumentAnalysis } from './analyse.ts'
import { readJson } from './content.ts'
import type { Service, Who } from './service.ts'

/** Shorter texts occur anywhere. */
const leastLength = 6

/** What is known of a text. */
interface Known {
  /** The callers to whom the world file gives it; of other texts, the clients that got it each time that they asked for the same. */
  readonly owners: Set<Who>
  readonly isGiven: boolean
  /** The ids of the operations that they asked for. */
  readonly operations: Set<string>
  /** What a client has sent itself may come back to it, whoever else has the same. */
  readonly sentBy: Set<Who>
  /** Others were found to get it, too. */
  isShared: boolean
}

/** A text that is another caller's. */
export interface Foreign {
  readonly text: string
  readonly owner: number
  /** Otherwise others may get it as well where they ask for something else. */
  readonly isSure: boolean
}

export class Access {
  readonly #texts = new Map<string, Known>()
  /** Of one caller's texts it is not known what others may see. */
  readonly #callers = new Set<number>()
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
    for (const [caller, { values = {} }] of service.subject.callers.entries())
      for (const text of collect(values)) this.#known(text, true).owners.add(caller)
  }

  /** Notes what came to a client, twice, while nobody else was asking. What the document says, everybody knows. */
  learn(who: Who, operation: string, first: RawResponse, again: RawResponse): void {
    if (who !== undefined) this.#callers.add(who)
    for (const text of textsIn(first).intersection(textsIn(again))) {
      if (!this.#texts.has(text) && this.#service.contract.text.includes(text)) continue
      const { owners, isGiven, operations } = this.#known(text)
      if (!isGiven) owners.add(who)
      operations.add(operation)
    }
  }

  /** Who changes a thing may make it everybody's: then it is nobody's own any more. */
  noteChange(response: RawResponse, { asked, faults, values }: DocumentAnalysis): void {
    if (asked === undefined || isSafe(asked.method) || faults.length > 0 || response.status >= 300) return
    for (const [name, value] of values) this.#service.release(name, value)
    for (const text of [...textsIn(response), ...values.values()])
      if (typeof text === 'string') this.share(text)
  }

  send(who: Who, { body = '' }: SentRequest): void {
    const { value } = readBytes(Buffer.from(body, 'latin1'))
    for (const text of collect(value)) this.#known(text).sentBy.add(who)
  }

  /** The text is everybody's. */
  share(text: string): void {
    this.#known(text).isShared = true
  }

  /**
   * What the response has of another caller's, and the request does not contain, which must have the callers' own values;
   * first what the world file gives. What others get by a parameter of the query may be theirs, too: the first page shows
   * only a part of a list.
   */
  foreignIn(request: SentRequest, response: RawResponse, analysis: DocumentAnalysis): Foreign | undefined {
    const { asked, caller, values } = analysis
    const asks = toText(request)
    const isFiltered = asked?.parameters.some(
      (one) => one.in === 'query' && !one.isRequired && values.has(one.name),
    )
    const all = [...textsIn(response)].flatMap((text) => {
      const known = this.#texts.get(text)
      const owner = known && this.#ownerOf(known, caller)
      if (known === undefined || owner === undefined || asks.includes(text)) return []
      const { isGiven, operations } = known
      const isSure = isGiven || (isFiltered !== true && operations.has(asked?.id ?? ''))
      return { text, owner, isSure, isGiven }
    })
    return this.#thingIn(response, analysis) ?? all.find(({ isGiven }) => isGiven) ?? all[0]
  }

  /** One of the items of a list that the world file gives to others alone, however short what names it in its own path. */
  #thingIn(list: RawResponse, { asked, caller }: DocumentAnalysis): Foreign | undefined {
    const item = asked && this.#service.items.get(asked.path)
    const { name } = item?.parameters.findLast((one) => one.in === 'path') ?? {}
    if (name === undefined || list.status !== 200) return undefined
    for (const one of itemsOf(readJson(list).value)) {
      const value = valueIn(one, name)
      const owner = this.#service.otherOwnerOf(name, value, caller)
      if (owner !== undefined) return { text: String(value), owner, isSure: true }
    }
    return undefined
  }

  /** Undefined where the text is not one other caller's alone. */
  #ownerOf({ owners, isGiven, sentBy, isShared }: Known, caller: Who): Who {
    const [only, ...others] = owners
    const mayBeAnybodys = !isGiven && (this.#callers.size < 2 || sentBy.has(caller))
    return isShared || others.length > 0 || mayBeAnybodys || only === caller ? undefined : only
  }

  #known(text: string, isGiven = false): Known {
    const [owners, operations, sentBy] = [new Set<Who>(), new Set<string>(), new Set<Who>()]
    const known = this.#texts.get(text) ?? { owners, isGiven, operations, sentBy, isShared: false }
    this.#texts.set(text, known)
    return known
  }
}

/** Every text in a JSON body that is long enough to be somebody's own. */
const textsIn = (response: RawResponse): ReadonlySet<string> => new Set(collect(readJson(response).value))

function collect(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length < leastLength ? [] : [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) => collect(one))
    : []
}
