/** Tests of tables: findings, and the failures that they are told as. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '../../src/court/judge.ts'
import { findRootCauses } from '../../src/court/root-causes.ts'
import { rules } from '../../src/rules/rules.ts'

/** The failures that are due: the headline of each with the number of rules it breaks, or only the numbers. */
type Due = readonly (readonly [string, number])[] | readonly number[]

/** By what is tested. */
export type CausesDue = Readonly<Record<string, readonly [readonly Finding[], Due]>>

/** One test for each row. */
export function describeCauses(what: string, rows: CausesDue): void {
  describe(what, () => {
    for (const [name, [findings, due]] of Object.entries(rows)) {
      test(name, () => {
        const causes = findRootCauses(rules, findings).map(
          ({ headline, rules: names }) => [headline, names.length] as const,
        )
        assert.deepEqual(typeof due[0] === 'number' ? causes.map(([, count]) => count) : causes, due)
      })
    }
  })
}
