/** Bodies unlike those before: a service may refuse a second equal thing. */
import type { RightBody } from '../../values/bodies.ts'
import { bodiesNaming, freshBody, membersToVary } from '../../values/fresh.ts'

/** Of earlier checks, there may be things that bear the numbers before. */
let lastNumber = Date.now() % 100_000

/** In so many ways a body is made unlike those before, until one is accepted. */
const mostWays = 12

/** Where nothing helped so often, nothing will. */
const mostFailures = 3

/** Differs each time. */
export function nextNumber(): number {
  lastNumber += 1
  return lastNumber
}

export class Unlike {
  /** What is known of that name, such as ids of things that exist. */
  readonly #valuesFor: (name: string) => readonly unknown[]
  /** The members by which the service tells things apart: of two that are equal in them, it refuses the second. */
  #unique: readonly string[] = []
  /** How often nothing helped. */
  #failures = 0

  constructor(valuesFor: (name: string) => readonly unknown[]) {
    this.#valuesFor = valuesFor
  }

  /** The body, as one that no thing was made of yet. */
  fresh(body: RightBody): RightBody {
    return freshBody(body, this.#unique, nextNumber()) ?? body
  }

  /** Bodies that name other known things, or have other values, to be tried until one is accepted. */
  *others(body: RightBody): Generator<RightBody> {
    if (this.#failures === mostFailures) return
    yield* bodiesNaming(body, this.#valuesFor)
    for (const names of membersToVary(body).slice(0, mostWays)) {
      this.#unique = names
      yield this.fresh(body)
      yield this.fresh(body)
    }
    this.#unique = []
    this.#failures += 1
  }
}
