/** The table of all rules: every sentence of the contract that a service can break. */
import type { Rule } from './rule.ts'
import { conditionRules, headerRules, requestRules } from './http-rules.ts'
import { limitRules } from './limit-rules.ts'
import { listRules } from './list-rules.ts'
import { refusalRules } from './refusal-rules.ts'
import { tokenRules } from './token-rules.ts'

/** The parts of the contract, in the order in which reports show them. */
const parts: readonly { readonly title: string; readonly rules: readonly Rule[] }[] = [
  { title: 'The list', rules: listRules },
  { title: 'limit', rules: limitRules },
  { title: 'Tokens', rules: tokenRules },
  { title: 'Refusals and failures', rules: refusalRules },
  { title: 'Methods, paths, requests', rules: requestRules },
  { title: 'Conditional requests', rules: conditionRules },
  { title: 'Headers of answers', rules: headerRules },
]

export const rules: readonly Rule[] = parts.flatMap((part) => part.rules)

/** The part of the contract that a rule belongs to. */
export const partOf = (id: string): string =>
  parts.find((part) => part.rules.some((rule) => rule.id === id))?.title ?? 'Other rules'

const byId = new Map(rules.map((rule) => [rule.id, rule]))

/** The rule of that name. Throws a `RangeError` for a name that no rule has. */
export function ruleById(id: string): Rule {
  const rule = byId.get(id)
  if (rule === undefined) {
    throw new RangeError(`There is no rule ${JSON.stringify(id)}.`)
  }
  return rule
}
