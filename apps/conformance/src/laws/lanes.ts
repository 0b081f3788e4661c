/** So many at a time: others wait for their turn, first come, first served. */
export class Lanes {
  #count: number
  #taken = 0
  readonly #waiting: { readonly width: number; readonly enter: () => void }[] = []

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
    this.#waiting.push({ width, enter: () => resolve(undefined) })
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
      const [next] = this.#waiting
      const isFree = next?.width === 1 ? this.#taken < this.#count : this.#taken === 0
      if (next === undefined || !isFree) {
        return
      }
      this.#waiting.shift()
      this.#taken += next.width
      next.enter()
    }
  }
}
