/** What differs between responses to the same request: it says nothing about why they were given. */
import { hash } from 'node:crypto'
import { toText, valuesOf } from '@plant-store/raw-http'
import { Memory } from '../../run/memory.ts'
import type { RawResponse } from '../../exchange.ts'
import type { Sent } from '../client/sent.ts'

type Parts = ReadonlyMap<string, string>

/** Learns which parts of responses vary, such as which machine answered, or how many requests are left. */
export class Volatile {
  readonly #before = new Memory<Parts>()
  readonly #names = new Set<string>()
  /** Whether the same request was sent twice. */
  isKnown = false

  learn({ request }: Sent, parts: Parts): void {
    const key = toText(request)
    const before = this.#before.get(key)
    this.#before.set(key, parts)
    if (before === undefined) return
    this.isKnown = true
    for (const [name, text] of parts) if (before.get(name) !== text) this.#names.add(name)
    for (const name of before.keys()) if (!parts.has(name)) this.#names.add(name)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** The parts that do not vary, in order, as one text. */
  stableOf(parts: Parts): string {
    const stable = [...parts].filter(([name]) => !this.has(name))
    return stable.map(([name, text]) => `${name}: ${text}`).join('\n')
  }
}

/** Fields that belong to one response only, or to its connection. */
const own = /^(?:date|x-request-id|connection|keep-alive|age|x-response-time|x-runtime)$/i

/** Numbers and names of requests and machines, times, and the like, each matched whole. */
const changing =
  /(?<![\w-])[\da-f]{8,}(?:-[\da-f]+)*(?![\w-])|(?=[\w-]*(?:\d|[a-z][A-Z]|[A-Z]{2}|[-_][A-Z]))[\w-]{8,}|\d+/g

/** All fields of a refusal, its reason phrase and its body, the latter also without what mostly varies in bodies. */
export function partsOf(response: RawResponse): Parts {
  const names = response.fields.map(([name]) => name.toLowerCase()).filter((name) => !own.test(name))
  const fields = names.toSorted().map((name): readonly [string, string] => {
    const value = valuesOf(response, name).join(', ')
    // The numbers in this field are times.
    return [name, name === 'server-timing' ? value.replaceAll(/\d+/g, '#') : value]
  })
  const body = response.body.toString('utf8')
  return new Map([
    [':reason', response.reason],
    ...fields,
    [':body with numbers as #', body.replaceAll(changing, '#')],
    [':body', body],
  ])
}

/** What HEAD might differ in from GET: bodies with varying words or compression, by kind; and a Vary by machine. */
export const partsOfKind = (kind: string, response: RawResponse, vary: string): Parts =>
  new Map([
    [kind, hash('md5', response.body)],
    ['Vary', vary],
  ])
