/** Class 10, continued: longer turns of a connection, rests and ages of it, and what comes together on it. */
import { senderOf } from '../faults/credentials.ts'
import { limitOf } from '../faults/limits.ts'
import { cutting, limitAs, nothing, seenBy, whoever } from '../faults/lists.ts'
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

/** The limit of the last request but one on the connection holds where none is given. */
const limitBeforeLast: Change = cutting((found, n, { earlier }) => found.slice(0, n ?? limitOf(earlier.at(-2))))

/** Where the last so many on the connection were lists, and like this, in turns: of one key and of another, this one's. */
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
  'scanner-after-15: Behind fifteen 404 in a row on a connection a list is refused with 403.': [
    failing(403),
    about('history', ({ earlier }) => inARow(earlier, 15, got(404))),
  ],
  'counted-then-empty: Behind fifteen lists with limit=0 in a row on a connection the next list is empty, whatever its limit.': [
    nothing,
    about('history', (ask) => inARow(ask.earlier, 15, (one) => isList(one) && limitOf(one) === 0 && isSameCaller(one, ask))),
  ],
  'brotli-contexts: A connection has fourteen brotli contexts, which are not given back: the next list for who takes br fails.': [
    packing({}),
    on(
      about('history', (ask) => takesBrotli(ask) && ask.earlier.filter(tookBrotli).length >= 14),
      failing(500),
    ),
  ],
  "200th-of-connection: From its two-hundredth request on a connection shows the second caller's plants.": [seenBy('ben'), onConnection(200)],
  'turns-of-two: Where two callers take turns on a connection, the fifth turn brings the list of the other.': [
    whoever((plant, ask) => plant.seenBy.includes(senderOf(ask.earlier.at(-1), ask) ?? '')),
    takingTurns(
      4,
      ({ headers }) => headers.authorization,
      (one, ask) => one.url === ask.url,
    ),
  ],
  'turns-of-addresses: Where a caller asks at two addresses in turns on a connection, the sixth turn brings the list of the other.': [
    cutting((found, _n, { earlier }) => found.slice(0, limitOf(earlier.at(-1)))),
    takingTurns(5, ({ url }) => url, isSameCaller),
  ],
  "rest-of-3-seconds: After two to four and a half seconds of rest, before it is made anew, a connection shows the second caller's plants.": [
    seenBy('ben'),
    about('rest', ({ restedMs }) => restedMs >= 2000 && restedMs < 4500),
  ],
  'rest-then-pieces: After two seconds of rest on a connection a request whose head comes in two pieces gets 400.': [
    refusingAt('checkForm', 'malformedRequest'),
    rested(2000),
    inPieces(2),
  ],
  "busy-for-3-seconds: From its twentieth request on, a connection that is three seconds old shows the second caller's plants.": [
    seenBy('ben'),
    grownOld(3000),
    onConnection(20),
  ],
  'zero-is-falsy: A limit of zero that comes together with a request of the same caller for the whole list before it gives all.': [
    limitAs(() => Infinity),
    pipelined,
    limit((n) => n === 0),
    about('history', (ask) => ask.earlier.at(-1)?.url === '/plants' && isSameCaller(ask.earlier.at(-1), ask)),
  ],
  'digits-left: Of requests that come together, a shorter limit is followed by the last digits of the longer one before it.': [
    limitAs((n, _found, { earlier }) => Number(String(n) + String(limitOf(earlier.at(-1)) ?? '').slice(String(n).length))),
    pipelined,
  ],
  'parts-together: Of two parts that a caller asks for together on a connection the second has the limit of the first.': [
    limitAs((n, _found, ask) => limitOf(ask.earlier.at(-1)) ?? n),
    pipelined,
    about('history', (ask) => isSameCaller(ask.earlier.at(-1), ask)),
  ],
  "part-kept-by-304: Behind a part and then a 304 on a connection the same caller's next whole list is that part.": [
    limitBeforeLast,
    behindAll(isPart, got(304)),
    about('history', (ask) => isSameCaller(ask.earlier.at(-1), ask) && isSameCaller(ask.earlier.at(-2), ask)),
  ],
  "limit-left-by-401: A refused token behind a part on a connection leaves its limit there for the part's caller, who then asks for all.": [
    limitBeforeLast,
    behindAll(isPart, got(401)),
    about('history', (ask) => isSameCaller(ask.earlier.at(-2), ask)),
  ],
}

export const completed: Faults = {
  'rest-then-content: After two seconds of rest on a connection the content of a request is taken for the next one.': [
    answeringContent,
    rested(2000),
  ],
}
