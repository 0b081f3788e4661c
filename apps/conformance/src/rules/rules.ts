/** The table of all rules: every sentence of the contract that a service can break. */
import type { Rule } from './rule.ts'
import { httpRules } from './http-rules.ts'
import { limitRules } from './limit-rules.ts'
import { listRules } from './list-rules.ts'
import { refusalRules } from './refusal-rules.ts'
import { tokenRules } from './token-rules.ts'

/** In the order in which reports show them. */
export const rules: readonly Rule[] = [
  ...listRules,
  ...limitRules,
  ...tokenRules,
  ...refusalRules,
  ...httpRules,
]

const byId = new Map(rules.map((rule) => [rule.id, rule]))

/** The rule of that name. Throws a `RangeError` for a name that no rule has. */
export function ruleById(id: string): Rule {
  const rule = byId.get(id)
  if (rule === undefined) {
    throw new RangeError(`There is no rule ${JSON.stringify(id)}.`)
  }
  return rule
}
