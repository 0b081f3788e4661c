/** Meaning of limit: lists that are capped, and limits that hold without being asked for. */
import type { Plant } from '@plant-store/contracts'
import type { Ask } from '../../ask.ts'
import { cutting } from '../../faults/limits.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { every } from '../../when.ts'

const { given, completed } = faultsOf('meaning of limit')

/** Reads another limit. */
const limitRead = (change: (n: number, found: readonly Plant[], ask: Ask) => number): Change =>
  cutting((found, n, ask) => (n === undefined ? found : found.slice(0, Math.max(0, change(n, found, ask)))))

export const defaults: readonly Mutant[] = [
  completed(
    'capped-ten',
    'No limit gives more than ten plants.',
    limitRead((n) => Math.min(n, 10)),
  ),
  completed(
    'capped-twenty',
    'No limit gives more than twenty plants.',
    limitRead((n) => Math.min(n, 20)),
  ),
  completed(
    'capped-hundred',
    'Above a limit of a hundred, ten plants come.',
    limitRead((n) => (n > 100 ? 10 : n)),
  ),
  given(
    'default-ten',
    'Without a limit ten plants come.',
    cutting((found, n = 10) => found.slice(0, n)),
  ),
  given(
    'default-twenty',
    'Without a limit twenty plants come.',
    cutting((found, n = 20) => found.slice(0, n)),
  ),
  given(
    'default-twenty-seldom',
    'Every eighth time, without a limit twenty plants come.',
    cutting((found, n = 20) => found.slice(0, n), every(8)),
  ),
  given(
    'default-remembered',
    'Without a limit the last one holds.',
    remembering(() => 'all'),
  ),
  given(
    'default-remembered-caller',
    "Without a limit the same caller's last one holds.",
    remembering(({ caller }) => caller?.name),
  ),
  given(
    'default-remembered-connection',
    'Without a limit the last one of the connection holds.',
    remembering(({ request }) => request.socket),
  ),
]

function remembering(keyOf: (ask: Ask) => object | string | undefined): Change {
  return ({ cut }) => {
    const lasts = new Map<object | string | undefined, number>()
    return {
      cut: (found, n, ask) => {
        const limitOf = n ?? lasts.get(keyOf(ask))
        if (n !== undefined) {
          lasts.set(keyOf(ask), n)
        }
        return cut(found, limitOf, ask)
      },
    }
  }
}
