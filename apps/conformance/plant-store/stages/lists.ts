/** What holds for the first callers and short lists holds for all callers, and for long lists. */
import { atOnce, inTurn, type Session, type Wanted } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import { limitedTo, listPlants } from '../contract.ts'
import { everyForm } from '../../src/sessions/client-fields.ts'
import { old } from './clients.ts'
import type { Runner } from '../runner.ts'

const { path } = listPlants

/** Of any list of tokens, at most this many are tried. */
const mostTokens = { quick: 80, standard: 300, deep: 2000 } as const

/**
 * Each caller asks for parts of the list, with HEAD, with a condition, and with another spelling; each refused token is
 * tried in the same ways; and all callers follow each other on one connection, as a gateway sends them.
 */
export function everyCaller(runner: Runner): readonly Session[] {
  const { secrets, knowledge, subject, tokens, ask } = runner
  const most = mostTokens[subject.budget]
  const all = tokens.slice(0, most)
  const inTurns = [path, ...[2, 3, 12].map((limit) => limitedTo(limit))].map((target): Session => {
    const asks = all.map((token) => ask({ token, target }))
    return inTurn([...asks, ...asks.toReversed()])
  })
  const ways = (token: string, caller: number, targets: readonly string[], tag = '"x"'): Session => {
    // Some of the optional fields; each caller sends others.
    const said = everyForm.filter((_, at) => (at + caller) % 5 === 0)
    const fields: readonly (readonly Field[])[] = [[['If-None-Match', tag]], ...said]
    const asks = [
      ...[path, ...targets].map((target) => ask({ token, target })),
      ...[path, ...targets.slice(0, 3)].map((target) => ask({ token, target, method: 'HEAD' })),
      ...fields.map((some) => ask({ token, fields: some })),
      ...targets.slice(1, 2).map((target) => ({ request: runner.ifChanged(ask({ token, target }).request) })),
      ...[`bearer ${token}`, `Bearer  ${token}`].map((value) =>
        ask({ token: undefined, fields: [['Authorization', value]] }),
      ),
      ask({ token: `${token}x` }),
    ]
    return inTurn(runner.spokenOf(asks))
  }
  const further = all.slice(3).map((token, index) => {
    const caller = index + 3
    const count = knowledge.listOf(caller)?.plants.length ?? 4
    // Between them, three consecutive callers ask for every small number.
    const small = Array.from({ length: Math.min(count, 25) }, (_, number) => number)
    const third = small.filter((number) => (number + caller) % 3 === 0)
    const around = [count >> 1, Math.max(0, count - 1), count, count + 1]
    const numbers = new Set([1, 2, 3, ...around, ...third])
    const targets = [...numbers].map((number) => limitedTo(number))
    return ways(token, caller, targets, runner.tagOf(ask({ token }).request))
  })
  const refused = secrets.refused.slice(0, most).flatMap(({ mark }, index) =>
    // One of these tags is that of the whole list that the token once stood for: a refusal needs no shorter one.
    ['*', ...[0, 1, 2].map((caller) => knowledge.tagOf({ caller }))].map((tag) =>
      ways(mark, index, [limitedTo(1)], tag),
    ),
  )
  return [...further, ...refused, ...inTurns]
}

/** Services begin a new page around these numbers. */
const seams: readonly number[] = [99, 101, 150, 999, 1001, 1200, 1500, 2000, 2049]

/** For how long a client does not read what it asked for. */
const slowMs = { quick: 1300, standard: 3000, deep: 10_000 } as const

/** The caller with the longest list asks for the whole of it, in the ways in which it may be sent differently. */
export function longLists(runner: Runner): readonly Session[] {
  const { knowledge, callers, write, tokens } = runner
  const lengths = callers.map((_, caller) => knowledge.listOf(caller)?.plants.length ?? 0)
  const caller = lengths.indexOf(Math.max(...lengths))
  const token = tokens[caller]
  if (!knowledge.hasLong || token === undefined) return []
  const ask = (fields: readonly Field[] = [], method = 'GET', target = path): Wanted => ({
    request: write(method, target, { token, fields }),
  })
  const whole = ask()
  const tag = knowledge.tagOf({ caller }) ?? '"x"'
  const others = tokens.slice(0, 4).map((other) => ({ request: write('GET', path, { token: other }) }))
  return [
    inTurn([whole, ask([], 'HEAD'), whole]),
    inTurn([old(whole)]),
    [{ ask: whole, wait: false }, { restMs: slowMs[runner.subject.budget] }],
    inTurn([ask([['Accept-Encoding', 'gzip']]), ask([['If-None-Match', tag]]), whole]),
    inTurn([{ request: write('GET', path, { token, body: 'limit=1' }) }, ask([], 'GET', `${path}-x`), whole]),
    inTurn(everyForm.slice(0, 4).map((some) => ask(some))),
    inTurn(seams.map((limit) => ask([], 'GET', limitedTo(limit)))),
    atOnce([whole, ...others, whole, whole]),
    inTurn([ask([['Connection', 'close']])]),
  ]
}
