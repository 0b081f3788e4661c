/** What only one caller may see: texts that came to one caller alone, while nobody else was asking. */
import type { RawResponse, SentRequest } from '../../exchange.ts'
import { readJson as readBytes } from '../../oracle/json-text.ts'
import { isSafe } from '../model.ts'
import type { DocumentAnalysis } from './analyse.ts'
import { readJson } from './content.ts'
import { OwnThings } from './own-things.ts'
import type { Service } from './service.ts'

/** Shorter texts occur anywhere. */
const leastLength = 6

/** Stands for several. */
const nobody = -1

/** A caller by index; undefined stands for a client without an accepted credential. */
type Who = number | undefined

interface Foreign {
  readonly text: string
  readonly owner: number
  readonly isGiven: boolean
  readonly isSure: boolean
}

/** Who got somebody else's text, and how. */
export interface Doubted {
  readonly who: number | undefined
  readonly owner: number
  readonly request: SentRequest
}

/** What is due in place of what is the owner's. */
export const nothingOf = (owner: number): string => `nothing that only caller ${owner + 1} may see`

export class Access {
  /** Texts by the client that got them: those that came each time that the same was asked. */
  readonly #seen = new Map<Who, Set<string>>()
  readonly #given = new Map<string, number>()
  /** Texts that others were found to get, too. */
  readonly #shared = new Set<string>()
  readonly #sent = new Map<Who, Set<string>>()
  /** The first requests for which each came to others. */
  readonly doubted = new Map<string, Doubted>()
  /** In the responses of which operations each text came, by id. */
  readonly #operations = new Map<string, Set<string>>()
  /** What everybody knows: the document with all its names. */
  readonly #known: string
  readonly things: OwnThings
  readonly #service: Service
  #owners: ReadonlyMap<string, number> | undefined

  constructor(service: Service) {
    this.#service = service
    this.things = new OwnThings(service)
    this.#known = service.contract.text
    for (const [caller, text] of service.ownTexts) this.#give(caller, text)
  }

  /** Notes a text that the world file gives to a caller alone. */
  #give(who: number, text: string): void {
    if (text.length < leastLength) return
    const other = this.#given.get(text) ?? who
    this.#given.set(text, other === who ? who : nobody)
  }

  /** Notes what came to a client, twice, while nobody else was asking. */
  learn(who: Who, operation: string, first: RawResponse, again: RawResponse): void {
    const texts = textsIn(first).intersection(textsIn(again))
    for (const text of texts)
      this.#operations.set(text, (this.#operations.get(text) ?? new Set()).add(operation))
    this.#seen.set(who, texts.union(this.#seen.get(who) ?? new Set()))
    this.#owners = undefined
  }

  /** Who changes a thing may make it everybody's: then it is nobody's own any more. */
  noteChange(response: RawResponse, { asked, faults, values }: DocumentAnalysis): void {
    if (asked === undefined || isSafe(asked.method) || faults.length > 0 || response.status >= 300) return
    for (const [name, value] of values) this.#service.release(name, value)
    for (const text of [...textsIn(response), ...values.values()])
      if (typeof text === 'string') this.#shared.add(text)
  }

  /** What a client has sent itself may come back to it, whoever else has the same. */
  send(who: Who, { body = '' }: SentRequest): void {
    const own = this.#sent.get(who) ?? new Set()
    for (const text of collect(readBytes(Buffer.from(body, 'latin1')).value)) own.add(text)
    this.#sent.set(who, own)
  }

  /** The text is everybody's, unless what it names is refused to who got it. */
  share(text: string, doubted: Doubted): void {
    this.#shared.add(text)
    this.doubted.set(text, doubted)
  }

  /**
   * A text in the response that only another caller was seen to get, and that the request does not contain; first of those
   * that the world file gives. Unless it is sure, others may get it as well where they ask for something else.
   */
  foreignIn(who: Who, request: string, response: RawResponse, operation: string): Foreign | undefined {
    this.#owners ??= this.#findOwners()
    if (this.#owners.size === 0) return undefined
    let found: Foreign | undefined
    for (const text of textsIn(response)) {
      const owner = this.#owners.get(text)
      if (owner === undefined || owner === who || request.includes(text) || this.#isOfBoth(who, text))
        continue
      const isGiven = this.#given.has(text)
      if (isGiven) return { text, owner, isGiven, isSure: true }
      found ??= { text, owner, isGiven, isSure: this.#operations.get(text)?.has(operation) === true }
    }
    return found
  }

  #isOfBoth(who: Who, text: string): boolean {
    return this.#shared.has(text) || (!this.#given.has(text) && this.#sent.get(who)?.has(text) === true)
  }

  #findOwners(): ReadonlyMap<string, number> {
    const owners = new Map([...this.#given].filter(([, who]) => who !== nobody))
    // Of one caller's texts it is not known what others may see.
    if ([...this.#seen.keys()].filter((who) => who !== undefined).length < 2) return owners
    for (const [who, texts] of this.#seen) {
      if (who === undefined) continue
      const others = [...this.#seen].filter(([other]) => other !== who)
      for (const text of texts) {
        if (others.every(([, own]) => !own.has(text)) && !this.#known.includes(text)) owners.set(text, who)
      }
    }
    return owners
  }
}

const noted = new WeakMap<RawResponse, ReadonlySet<string>>()

/** Every text in a JSON body that is long enough to be somebody's own. */
function textsIn(response: RawResponse): ReadonlySet<string> {
  const texts = noted.get(response) ?? new Set(collect(readJson(response).value))
  noted.set(response, texts)
  return texts
}

const collect = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value.length < leastLength
      ? []
      : [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap((one) => collect(one))
      : []
