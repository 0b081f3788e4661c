/** What a checker remembers of the responses it saw: bounded, however long a check lasts. */
import { hash } from 'node:crypto'

/** A quick check has about 20,000 responses. */
const most = 50_000

/** What came first, up to a maximum, by key; what comes after that is forgotten at once. */
export class Memory<Value> {
  readonly #known = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#known.get(key)
  }

  /** A known key gets the new value in any case. */
  set(key: string, value: Value): void {
    if (this.#known.size < most || this.#known.has(key)) this.#known.set(key, value)
  }
}

/** What stands for a text in keys. Long texts would fill the memory; to hash a short one takes longer than to look it up. */
export const toKey = (text: string): string => (text.length > 1000 ? hash('md5', text) : text)
