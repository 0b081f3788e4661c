/** The table of all rules: every sentence of the contract that a service can break. */
import type { Rule } from './rule.ts'
import { conditionRules, headerRules, requestRules } from './http-rules.ts'
import { limitRules } from './limit-rules.ts'
import { listRules } from './list-rules.ts'
import { refusalRules } from './refusal-rules.ts'
import { tokenRules } from './token-rules.ts'

/** In the order in which failures are reported: what a client notices first comes first. */
export const rules: readonly Rule[] = [
  ...listRules,
  ...limitRules,
  ...tokenRules,
  ...refusalRules,
  ...requestRules,
  ...conditionRules,
  ...headerRules,
]

const byId = new Map(rules.map((rule) => [rule.id, rule]))

/** The rule with this name. Throws a `RangeError` if there is none. */
export function ruleById(id: string): Rule {
  const rule = byId.get(id)
  if (rule === undefined) {
    throw new RangeError(`There is no rule ${JSON.stringify(id)}.`)
  }
  return rule
}
