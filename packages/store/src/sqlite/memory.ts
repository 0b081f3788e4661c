/** A bounded memory that callers who come once leave as it was. */
import { LRUCache } from 'lru-cache'

/** How many of the last keys that found no place are known when they come again; up to twice as many. */
const knownKeys = 1000

/**
 * Values by their keys; the one unused for longest goes first. Once the memory is full, a new key takes a place only if it
 * came before, among the last thousand that did not get one. Otherwise each of 14,000 callers in turn would displace one
 * who is about to come: nothing would ever be found, and what is remembered in vain moves to V8's old generation, which
 * took a third of a request's processor time.
 */
export class Memory<Value extends object> {
  readonly #values: LRUCache<string, Value>
  #isFull = false
  // Sets that only grow: the tables that a set leaves behind when keys are deleted hold each other, once one is old.
  #refused = new Set<string>()
  #refusedBefore = new Set<string>()

  constructor(bounds: LRUCache.Options<string, Value, unknown>) {
    this.#values = new LRUCache<string, Value>({
      ...bounds,
      dispose: (_value, _key, why) => {
        this.#isFull ||= why === 'evict'
      },
    })
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  /** Returns whether the value found a place. */
  set(key: string, value: Value): boolean {
    const isKept = !this.#isFull || this.#values.has(key) || this.#cameBefore(key)
    if (isKept) this.#values.set(key, value)
    return isKept
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  #cameBefore(key: string): boolean {
    if (this.#refused.has(key) || this.#refusedBefore.has(key)) return true
    if (this.#refused.size >= knownKeys) [this.#refused, this.#refusedBefore] = [new Set(), this.#refused]
    this.#refused.add(key)
    return false
  }
}
