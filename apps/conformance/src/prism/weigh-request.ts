/** What Prism's validators say of a request. */
import type { SentRequest } from '../exchange.ts'
import { splitTarget } from '../contract/request-fault.ts'
import type { Validator } from './load-prism.ts'

/**
 * Whether the contract allows it, as far as Prism knows: it takes `1e3` and `007` for integers, and any token for good.
 * Content means nothing to this operation, whatever type it is said to have; Prism fails on one that it can't read.
 */
export function isAllowed(validator: Validator, { target, fields }: SentRequest): boolean {
  const { path, query } = splitTarget(target)
  const headers = fields.map(([name, value]) => [name.toLowerCase(), value] as const)
  const violations = validator.validateRequest({
    method: 'get',
    url: { path, query: Object.fromEntries(readQuery(query)) },
    headers: Object.fromEntries(headers.filter(([name]) => name !== 'content-type')),
  })
  return violations.length === 0
}

function readQuery(query: URLSearchParams): readonly (readonly [string, string | string[]])[] {
  return [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name)
    return [name, values.length > 1 ? values : (values[0] ?? '')]
  })
}
