/** Long lists are requested whole, in the ways in which a service may send them differently from short ones. */
import * as fc from 'fast-check'
import { atOnce, inTurn, type Session, toText } from '@plant-store/raw-http'
import type { Field, SentRequest } from '../../exchange.ts'
import { integerParameters } from '../../contract/operations.ts'
import { runsFor } from '../budget.ts'
import { everyForm } from '../dimensions/header-fields.ts'
import type { Setting } from '../draft.ts'

/** Services begin a new page around these numbers. */
const seams: readonly number[] = [99, 101, 150, 999, 1001, 1200, 1500, 2000, 2049]

/** For how long a client does not read what it asked for. */
const slowMs = { quick: 1300, standard: 3000, deep: 10_000 } as const

/** Requests of the caller with the longest list; none where no list is long. */
export function longLists({ runner, operation }: Setting): readonly Session[] {
  const { knowledge, callers, write } = runner
  const { path } = operation
  const lengths = callers.map((_, caller) => knowledge.listOf(caller)?.plants.length ?? 0)
  const caller = lengths.indexOf(Math.max(...lengths))
  const token = callers[caller]?.mark
  if (!knowledge.isLong(path) || token === undefined) return []
  const ask = (method: string, target: string, fields: readonly Field[] = []): { request: SentRequest } => ({
    request: write(method, target, { token, fields }),
  })
  const whole = ask('GET', path)
  const withContent = { request: write('GET', path, { token, body: 'limit=1' }) }
  const old = toText(whole.request).replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n')
  const tag = knowledge.tagOf({ caller, operation, numbers: {} })
  const known = tag === undefined ? [] : [ask('GET', path, [['If-None-Match', tag]])]
  const { seed, budget } = runner.subject
  const random = { seed, numRuns: runsFor(budget, 0.3) }
  const numbers = [...seams, ...fc.sample(fc.nat(lengths[caller] ?? 0), random)]
  const spoken = everyForm.slice(0, 4).map((some) => ask('GET', path, some))
  const parts = integerParameters(operation).flatMap(({ name }) =>
    numbers.map((number) => ask('GET', `${path}?${name}=${number}`)),
  )
  return [
    inTurn([whole, ask('HEAD', path), whole]),
    inTurn([{ request: { ...whole.request, octets: old } }]),
    [{ ask: whole, wait: false }, { restMs: slowMs[budget] }],
    [{ ask: whole, cut: [20, 40] }],
    inTurn([ask('GET', path, [['Accept-Encoding', 'gzip']]), ...known, whole]),
    inTurn([ask('GET', path, [['If-None-Match', '"x", "y"']]), withContent, ask('GET', `${path}-x`), whole]),
    inTurn(spoken),
    inTurn(parts),
    atOnce([
      whole,
      ...callers.slice(0, 4).map(({ mark }) => ({ request: write('GET', path, { token: mark }) })),
      whole,
      whole,
    ]),
    inTurn([ask('GET', path, [['Connection', 'close']])]),
  ]
}
