/** What one response shows. */

/** A rule that the response breaks: what came, and what was due. */
export interface Breach {
  readonly rule: string
  readonly came: string
  readonly due: string
  /** It counts only where the request by itself mostly gets what is due. */
  readonly isToReturn?: true
}

/** A rule that the response is seen to keep. */
export interface Kept {
  readonly rule: string
  readonly isKept: true
}

/** Collects what a response shows. */
export class Examination {
  readonly breaches: Breach[] = []
  readonly kept = new Set<string>()
  readonly refused = new Set<string>()

  /** Notes that the rule is kept, or broken by what came in place of what is due. Returns whether it is kept. */
  require(rule: string, came: string | undefined, due: string): boolean {
    if (came === undefined) this.kept.add(rule)
    else this.breaches.push({ rule, came, due })
    return came === undefined
  }

  /** Breaches win: a rule that was broken was not kept. */
  get keptRules(): readonly string[] {
    const broken = new Set(this.breaches.map(({ rule }) => rule))
    return [...this.kept].filter((rule) => !broken.has(rule))
  }
}
