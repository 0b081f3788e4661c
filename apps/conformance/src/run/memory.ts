/** What a checker remembers of the responses it saw: bounded, however long a check lasts. */
import { hash } from 'node:crypto'

/** A quick check has about 20,000 responses. */
const most = 50_000

/** What came first, up to a maximum, by key; what comes after that is forgotten at once. */
export class Memory<Value> extends Map<string, Value> {
  /** A known key gets the new value in any case. */
  override set(key: string, value: Value): this {
    return this.size < most || this.has(key) ? super.set(key, value) : this
  }
}

/** What stands for a text in keys. Long texts would fill the memory; to hash a short one takes longer than to look it up. */
export const toKey = (text: string): string => (text.length > 1000 ? hash('md5', text) : text)
