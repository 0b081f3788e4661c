/** What one look at an answer shows. */

/** A rule that the answer breaks: what came, and what was due. */
export interface Breach {
  readonly rule: string
  readonly came: string
  readonly due: string
}

/** Collects what is seen. */
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

/** Two texts that differ as reports quote them: from shortly before the place where they do, where that is far on. */
export function quoteApart(one: string, other: string, maxLength = 120): readonly [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const from = at < maxLength - 30 ? 0 : at - 20
  const tell = (text: string): string =>
    from === 0
      ? quote(text, maxLength)
      : `${quote(text.slice(from), maxLength)} from character ${from + 1} on`
  return [tell(one), tell(other)]
}

/** A text as reports quote it: short, and on one line. */
export function quote(text: string, maxLength = 120): string {
  const line = JSON.stringify(text.slice(0, maxLength))
  return text.length > maxLength ? `${line} and ${text.length - maxLength} more` : line
}
