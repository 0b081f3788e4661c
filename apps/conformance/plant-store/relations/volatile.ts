/** What differs between responses to the same request: it says nothing about why they were given. */
import { toText } from '@plant-store/raw-http'
import { Memory } from '../../src/run/memory.ts'
import type { Sent } from '../../src/sessions/client/sent.ts'

export type Parts = ReadonlyMap<string, string>

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

  /** The parts that do not vary, in order, as one text. */
  stableOf(parts: Parts): string {
    const stable = [...parts].filter(([name]) => !this.#names.has(name))
    return stable.map(([name, text]) => `${name}: ${text}`).join('\n')
  }
}
