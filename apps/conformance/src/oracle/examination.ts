/** The result of examining one answer. */

/** A rule that the answer breaks: what came, and what was due. */
export interface Breach {
  readonly rule: string
  readonly came: string
  readonly due: string
}

/** Collects what an answer shows. */
export class Examination {
  readonly breaches: Breach[] = []
  readonly kept = new Set<string>()
  readonly refused = new Set<string>()

  /** Notes that the rule is kept, or how it is broken. Returns whether it is kept. */
  require(rule: string, isKept: boolean, came: () => string, due: string): boolean {
    if (isKept) {
      this.kept.add(rule)
    } else {
      this.breaches.push({ rule, came: came(), due })
    }
    return isKept
  }

  /** Breaches win: a rule that was broken was not kept. */
  get keptRules(): readonly string[] {
    const broken = new Set(this.breaches.map(({ rule }) => rule))
    return [...this.kept].filter((rule) => !broken.has(rule))
  }
}
