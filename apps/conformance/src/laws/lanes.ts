/** So many at a time: the laws take turns, and each has its own work done in the order in which it came. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Which of those who work side by side is at work. */
const current = new AsyncLocalStorage<string>()

/** Whatever this work asks a lane for is its own: it takes turns with others, however much each of them wants. */
export const inOwnTurn = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  current.run(name, work)

interface Entry {
  readonly width: number
  readonly enter: () => void
}

export class Lanes {
  #count: number
  #taken = 0
  /** Whose turn it is next stands first. */
  readonly #waiting = new Map<string, Entry[]>()
  /** The one whose turn it is: nobody overtakes it. */
  #next: Entry | undefined

  constructor(count: number) {
    this.#count = count
  }

  /** From here on there are so many. */
  resize(count: number): void {
    this.#count = count
    this.#admit()
  }

  /** Runs the work as soon as a lane is free. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#runOn(1, work)
  }

  /** Runs the work when nothing else runs; what comes later waits. */
  runAlone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#runOn(Infinity, work)
  }

  async #runOn<Result>(width: number, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const name = current.getStore() ?? ''
    const own = this.#waiting.get(name) ?? []
    const entry = { width, enter: () => resolve(undefined) }
    // What is asked alone mostly decides what was seen already: that comes before anything new.
    if (width === 1) own.push(entry)
    else own.unshift(entry)
    this.#waiting.set(name, own)
    this.#admit()
    await promise
    try {
      return await work()
    } finally {
      this.#taken = width === 1 ? this.#taken - 1 : 0
      this.#admit()
    }
  }

  #admit(): void {
    for (;;) {
      this.#next ??= this.#takeNext()
      const isFree = this.#next?.width === 1 ? this.#taken < this.#count : this.#taken === 0
      if (this.#next === undefined || !isFree) return
      const { width, enter } = this.#next
      this.#next = undefined
      this.#taken += width
      enter()
    }
  }

  /** Who has had a turn goes to the end. */
  #takeNext(): Entry | undefined {
    const [first] = this.#waiting
    if (first === undefined) return undefined
    const [name, own] = first
    const entry = own.shift()
    this.#waiting.delete(name)
    if (own.length > 0) this.#waiting.set(name, own)
    return entry
  }
}
