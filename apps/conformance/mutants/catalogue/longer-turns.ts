/** Time and state: longer sequences on a connection, its idle times and age, and pipelined requests. */
import { senderOf } from '../faults/credentials.ts'
import { limitOf } from '../faults/limits.ts'
import { cutting, limitAs, nothing, seenBy } from '../faults/lists.ts'
import { answeringContent } from '../faults/memory.ts'
import { packing, takesBrotli } from '../faults/packing.ts'
import { failing } from '../faults/replies.ts'
import { refusingAt } from '../faults/routes.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import type { Ask, Earlier } from '../server/ask.ts'
import { behindAll, grownOld, inARow, isSameCaller } from '../triggers-between.ts'
import { about, got, inPieces, limit, onConnection, pipelined, rested, type Trigger } from '../triggers.ts'

const isList = ({ method, status }: Earlier): boolean => method === 'GET' && status === 200

const isPart = (one: Earlier): boolean => isList(one) && limitOf(one) !== undefined

const tookBrotli = ({ status, headers }: Earlier): boolean => status === 200 && /\bbr\b/.test(String(headers['accept-encoding']))

/** Where no limit is given, that of the last request but one on the connection applies. */
const limitBeforeLast: Change = cutting((found, n, { earlier }) => found.slice(0, n ?? limitOf(earlier.at(-2))))

/** Where the last `count` requests were lists that satisfy `isLike`, alternating between another key and this one. */
const takingTurns = (
  count: number,
  keyOf: (turn: Pick<Earlier, 'url' | 'headers'>) => unknown,
  isLike: (one: Earlier, ask: Ask) => boolean,
): Trigger =>
  about('history', (ask) => {
    const last = ask.earlier.slice(-count)
    const [own, other] = [ask, last.at(-1) ?? ask].map((turn) => keyOf(turn))
    const isInTurn = (one: Earlier, at: number): boolean => keyOf(one) === ((count - at) % 2 === 0 ? own : other)
    return own !== other && last.length === count && last.every((one, at) => isList(one) && isLike(one, ask) && isInTurn(one, at))
  })

export const given: Faults = {
  'scanner-after-15: After fifteen 404s in a row on a connection, a list is refused with 403.': [
    failing(403),
    about('history', ({ earlier }) => inARow(earlier, 15, got(404))),
  ],
  "counted-then-empty: After fifteen lists with limit=0 in a row on a connection, the caller's next list is empty, whatever its limit.": [
    nothing,
    about('history', (ask) => inARow(ask.earlier, 15, (one) => isList(one) && limitOf(one) === 0 && isSameCaller(one, ask))),
  ],
  'brotli-contexts: A connection has fourteen brotli contexts, which are never released, so the next list in brotli fails.': [
    packing({}),
    on(
      about('history', (ask) => takesBrotli(ask) && ask.earlier.filter(tookBrotli).length >= 14),
      failing(500),
    ),
  ],
  "200th-of-connection: From its two-hundredth request on, a connection shows the second caller's plants.": [seenBy('ben'), onConnection(200)],
  "turns-of-two: When two callers take turns on a connection, the fifth list is the other caller's.": [
    seenBy((ask) => senderOf(ask.earlier.at(-1), ask)),
    takingTurns(
      4,
      ({ headers }) => headers.authorization,
      (one, ask) => one.url === ask.url,
    ),
  ],
  'turns-of-addresses: When a caller alternates between two request targets on a connection, the sixth list is that of the other target.': [
    cutting((found, _n, { earlier }) => found.slice(0, limitOf(earlier.at(-1)))),
    takingTurns(5, ({ url }) => url, isSameCaller),
  ],
  "rest-of-3-seconds: A connection shows the second caller's plants after two to four and a half idle seconds, and is set up anew after more.": [
    seenBy('ben'),
    about('rest', ({ restedMs }) => restedMs >= 2000 && restedMs < 4500),
  ],
  'rest-then-pieces: After a connection has been idle for two seconds, a request whose head arrives in pieces gets 400.': [
    refusingAt('checkForm', 'malformedRequest'),
    rested(2000),
    inPieces(2),
  ],
  "busy-for-3-seconds: From its twentieth request on, a connection that is three seconds old shows the second caller's plants.": [
    seenBy('ben'),
    grownOld(3000),
    onConnection(20),
  ],
  "zero-is-falsy: A limit of zero is ignored if it is pipelined behind the same caller's request for the whole list.": [
    limitAs(() => Infinity),
    pipelined,
    limit((n) => n === 0),
    about('history', (ask) => ask.earlier.at(-1)?.url === '/plants' && isSameCaller(ask.earlier.at(-1), ask)),
  ],
  'digits-left: Of pipelined requests, a shorter limit is extended by the last digits of the longer one before it.': [
    limitAs((n, _found, { earlier }) => Number(String(n) + String(limitOf(earlier.at(-1)) ?? '').slice(String(n).length))),
    pipelined,
  ],
  'parts-together: Of two pipelined requests of a caller for partial lists, the second gets the limit of the first.': [
    limitAs((n, _found, ask) => limitOf(ask.earlier.at(-1)) ?? n),
    pipelined,
    about('history', (ask) => isSameCaller(ask.earlier.at(-1), ask)),
  ],
  "part-kept-by-304: After a partial list and then a 304 on a connection, the same caller's next whole list is that partial list.": [
    limitBeforeLast,
    behindAll(isPart, got(304)),
    about('history', (ask) => isSameCaller(ask.earlier.at(-1), ask) && isSameCaller(ask.earlier.at(-2), ask)),
  ],
  "limit-left-by-401: After a partial list and then a refused token on a connection, that list's caller asks for all and gets the partial list.": [
    limitBeforeLast,
    behindAll(isPart, got(401)),
    about('history', (ask) => isSameCaller(ask.earlier.at(-2), ask)),
  ],
}

export const completed: Faults = {
  'rest-then-content: After a connection has been idle for two seconds, the content of a request is read as the next request.': [
    answeringContent,
    rested(2000),
  ],
}
