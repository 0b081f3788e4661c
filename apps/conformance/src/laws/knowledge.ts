/** What the laws know of a service: what they were told, and what they saw of it. */
import type { Plant } from '@plant-store/contracts'
import { isTemplate } from '../contract/path-template.ts'
import type { Subject } from '../subject.ts'
import type { Known } from './oracle/analyse.ts'
import type { Operation } from './oracle/operation.ts'

/** The whole list of a caller. */
export interface KnownList {
  readonly plants: readonly Plant[]
  /** Told by the world; otherwise by the first answer. */
  readonly isFromWorld: boolean
}

export class Knowledge implements Known {
  readonly operations: readonly Operation[]
  readonly templates: readonly Operation[]
  readonly tokens: Known['tokens']
  readonly only: Known['only']
  readonly #lists = new Map<number, KnownList>()
  readonly #tags = new Map<string, string>()
  readonly #long = new Set<string>()
  readonly #errors = new Map<number, number>()

  constructor({ callers, refusedTokens, only }: Subject, operations: readonly Operation[]) {
    this.operations = operations.filter(({ path }) => !isTemplate(path))
    this.templates = operations.filter(({ path }) => isTemplate(path))
    this.only = only
    this.tokens = { accepted: callers.map(({ token }) => token), refused: refusedTokens }
    for (const [index, { plants }] of callers.entries()) {
      if (plants !== undefined) {
        this.#lists.set(index, { plants, isFromWorld: true })
      }
    }
  }

  listOf(caller: number): KnownList | undefined {
    return this.#lists.get(caller)
  }

  /** The lists of the others, as far as the world tells them. */
  listsOfOthers(caller: number): readonly (readonly Plant[])[] {
    return [...this.#lists]
      .filter(([index, { isFromWorld }]) => index !== caller && isFromWorld)
      .map(([, { plants }]) => plants)
  }

  /** From here on the caller is owed this list. What the world tells counts more. */
  learn(caller: number, plants: readonly Plant[]): void {
    if (!this.#lists.has(caller)) {
      this.#lists.set(caller, { plants, isFromWorld: false })
    }
  }

  /** The status that came with this number of an error first: this one, where it is new. */
  statusOfError(error: number, status: number): number {
    const known = this.#errors.get(error) ?? status
    this.#errors.set(error, known)
    return known
  }

  /** Whether somebody got a long list at this path. */
  isLong(path: string): boolean {
    return this.#long.has(path)
  }

  learnLong(path: string): void {
    this.#long.add(path)
  }

  /** The tag of what the caller gets at this target, as the first answer told it. */
  tagOf(caller: number, target: string): string | undefined {
    return this.#tags.get(`${caller} ${target}`)
  }

  learnTag(caller: number, target: string, tag: string): void {
    const known = this.tagOf(caller, target)
    this.#tags.set(`${caller} ${target}`, known ?? tag)
  }

  /** Whether somebody else gets something with this tag. */
  isTagOfAnother(caller: number, tag: string): boolean {
    return [...this.#tags].some(([place, known]) => known === tag && !place.startsWith(`${caller} `))
  }
}
