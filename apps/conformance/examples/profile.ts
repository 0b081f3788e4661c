/** A profile: what a service of plants owes, and OpenAPI can't say. */
import type { Observation, ProfileExchange, ProfileRule } from '../src/document/profile.ts'

export const rules: readonly ProfileRule[] = [
  {
    id: 'limit-caps-the-list',
    sentence: 'With limit=n at most n plants come back.',
    pointer: '/components/parameters/Limit/description',
  },
  { id: 'one-size-without-limit', sentence: 'Without limit, a caller always gets as many plants.' },
]

/** How many plants each caller got without a limit. */
const sizes = new Map<string | undefined, number>()

/** Called for each response: says which rules it keeps, and which it breaks. */
export function examine({
  operation,
  parameters,
  caller,
  isRight,
  status,
  body,
}: ProfileExchange): Observation[] {
  if (operation !== 'listPlants' || !isRight || status !== 200 || !Array.isArray(body)) return []
  const { limit } = parameters
  if (typeof limit === 'number') return [atMost(limit, body.length)]
  const size = sizes.get(caller) ?? body.length
  sizes.set(caller, size)
  const rule = 'one-size-without-limit'
  if (body.length === size) return [{ rule, isKept: true }]
  return [{ rule, came: `${body.length} plants`, due: `${size}, as before` }]
}

function atMost(limit: number, length: number): Observation {
  const rule = 'limit-caps-the-list'
  return length <= limit
    ? { rule, isKept: true }
    : { rule, came: `${length} plants`, due: `at most ${limit} plants` }
}
