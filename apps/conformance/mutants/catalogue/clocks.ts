/** Class 10, continued: what shows at a certain age, at a certain time, after a quiet while, or by the number of requests. */
import { setTimeout } from 'node:timers/promises'
import { tagWith } from '../faults/conditions.ts'
import { admittingRetired } from '../faults/credentials.ts'
import { nothing, reversed, seenBy, shorter } from '../faults/lists.ts'
import { crashing, cuttingOff, failing, replyingTo, sending } from '../faults/replies.ts'
import { both, type Change, faultsOf } from '../mutant.ts'
import { type Ask, withField } from '../server/ask.ts'
import { about, after, all, behind, every, field, is304, method, onConnection, pipelined, request, rested, sometimeBehind } from '../triggers.ts'
import { aged, behindAll, connectionNumber, crowded, grownOld, lateFirst, now, ofCaller, ofEachCaller, quiet } from '../triggers-between.ts'

const ages = faultsOf('time and state', {
  given: {
    'quiet-second-fails': ['Where nobody asked for a second, the next list fails.', failing(500), quiet(1000)],
    'quiet-second-empty': ['Where nobody asked for a second and a half, the next list is empty.', nothing, quiet(1500)],
    'age-4-untokened': [
      "From its fourth second on, the server shows the second caller's plants to who brings an expired token.",
      admittingRetired(() => true),
      aged(4000),
    ],
    'age-6-shorter': ['From its sixth second on, lists miss their last plant.', shorter, aged(6000)],
    'age-20-fails': ['From its twentieth second on, lists fail.', failing(500), aged(20_000)],
    'gap-each-3-seconds': ['For fifty milliseconds of every three seconds lists are empty.', nothing, now(50, 3000)],
    'others-each-2-seconds': [
      "For twenty milliseconds of every two seconds everybody sees the second caller's plants.",
      seenBy('ben'),
      now(20, 2000),
    ],
    'connection-of-4-seconds': ['A connection that is four seconds old shows empty lists.', nothing, grownOld(4000)],
    'late-first-fails': ['Who asks more than a second after connecting gets 500 for the first list.', failing(500), lateFirst(1000)],
    'rest-of-5-seconds': ["After five seconds of rest a connection shows the second caller's plants.", seenBy('ben'), rested(5000)],
    'seventh-of-each-caller': ["Each caller's seventh request fails.", failing(500), ofEachCaller((nth) => nth === 7)],
    'hundred-in-a-second': [
      'More than a hundred requests of one caller within a second get 429.',
      failing(429),
      about('count', (ask) => ask.ageMs - (ofCaller(ask).at(-100)?.atMs ?? -1000) < 1000),
    ],
    'quota-of-1000': ['After a thousand requests a caller gets 403.', failing(403), ofEachCaller((nth) => nth > 1000)],
    'fails-after-2000': ['After two thousand requests every list fails.', failing(500), after(2000)],
    'others-every-500': ["Every five-hundredth list is the second caller's.", seenBy('ben'), every(500)],
    'shorter-every-127': ['Every 127th list misses its last plant.', shorter, every(127)],
    'crash-at-700th-connection': ['The seven-hundredth connection ends the server.', crashing, connectionNumber((number) => number >= 700)],
    'cut-every-50th-connection': ['Every fiftieth connection ends without an answer.', cuttingOff, connectionNumber((number) => number % 50 === 0)],
  },
  completed: {
    'tag-by-time': ['The same list has another ETag every three seconds.', tagWith(({ ageMs }) => Math.floor(ageMs / 3000))],
    'tag-by-connection': [
      'From the hundredth connection on the same list has another ETag.',
      tagWith(({ connection }) => Number(connection.number >= 100)),
    ],
    'id-by-millisecond': ['Two requests within a millisecond get one X-Request-Id.', idWhere(({ ageMs }) => `t${Math.floor(ageMs)}`)],
    'id-of-eight-bits': ['After 256 requests the ids begin anew.', idWhere(({ number }) => `r${number % 256}`)],
    'order-by-turns': [
      'In every second of the clock that is odd, lists are in reversed order.',
      reversed,
      about('clock', ({ ageMs }) => Math.floor(ageMs / 1000) % 2 === 1),
    ],
    'vary-lost-at-5': ['From its fifth second on, the server forgets Vary.', sending('Vary', undefined), aged(5000)],
  },
})

/** Ids of the server's own. */
function idWhere(make: (ask: Ask) => string): Change {
  return replyingTo((reply, ask) => (ask.request.headers['x-request-id'] === undefined ? withField(reply, 'X-Request-Id', make(ask)) : reply))
}

const status =
  (code: number) =>
  (one: { readonly status?: number }): boolean =>
    one.status === code
const isHead = (one: { readonly method: string }): boolean => one.method === 'HEAD'

const threes = faultsOf('time and state', {
  given: {
    'behind-404-and-405': ['Behind a 404 and a 405 on one connection a list fails.', failing(500), behindAll(status(404), status(405))],
    'behind-head-and-304': ['Behind HEAD and a 304 on one connection a list is empty.', nothing, behindAll(isHead, status(304))],
    'behind-three-refusals': [
      'Behind three 400 in a row on one connection lists miss their last plant.',
      shorter,
      behindAll(status(400), status(400), status(400)),
    ],
    'behind-two-401': [
      "Behind two 401 in a row on one connection, anybody sees the second caller's plants.",
      seenBy('ben'),
      behindAll(status(401), status(401)),
    ],
    'seventeenth-pipelined': [
      'The seventeenth of requests that come together is never answered: the connection ends.',
      cuttingOff,
      all(
        pipelined,
        about('pieces', ({ earlier }) => earlier.length >= 16 && earlier.slice(-15).every(({ pieces }) => pieces === 0)),
      ),
    ],
    'pipelined-behind-refusal': [
      'A request that comes together with one that is refused is not answered.',
      cuttingOff,
      all(pipelined, behind(status(400))),
    ],
    'fails-behind-cookie': [
      'A list that is asked for behind a request with a cookie on the same connection fails.',
      failing(500),
      sometimeBehind(({ headers }) => headers.cookie !== undefined),
    ],
  },
  completed: {
    'unmodified-behind-two-304': [
      'Behind two 304 in a row on one connection comes a third, unasked.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) || (ask.earlier.length > 1 && ask.earlier.slice(-2).every(status(304))) }),
    ],
    'untagged-behind-three-heads': [
      'Behind three HEAD in a row on one connection a list has no ETag.',
      sending('ETag', undefined),
      behindAll(isHead, isHead, isHead),
    ],
    'id-own-lost-on-304': [
      "A 304 does not repeat the request's own X-Request-Id.",
      sending('X-Request-Id', 'lost-on-the-way'),
      all(is304, field('x-request-id')),
    ],
    'length-zero-head-304': ['A 304 to HEAD says that the list has no octet.', sending('Content-Length', '0'), all(is304, method('HEAD'))],
  },
})

/** How many requests are under way for each key. */
const countingWith =
  (keyOf: (ask: Ask) => string, most: number, change: Change): Change =>
  (reference) => {
    const under = new Map<string, number>()
    const changed = change(reference)
    return {
      findPlants: async (caller, ask) => {
        const key = keyOf(ask)
        under.set(key, (under.get(key) ?? 0) + 1)
        const isTooMuch = (under.get(key) ?? 0) > most
        await setTimeout(40)
        under.set(key, (under.get(key) ?? 1) - 1)
        return (isTooMuch ? (changed.findPlants ?? reference.findPlants) : reference.findPlants)(caller, ask)
      },
    }
  }

/** Waits as long as this is so. */
const waitingWhile =
  (isSo: (ask: Ask) => boolean): Change =>
  ({ pause }) => ({
    pause: async (ask) => {
      for (let tries = 0; isSo(ask) && tries < 3000; tries += 1) await setTimeout(10, undefined, { ref: false })
      await pause(ask)
    },
  })

const crowds = faultsOf('time and state', {
  given: {
    'same-caller-together': [
      'Of two lists that one caller asks for at the same time, the second is empty.',
      countingWith(({ caller }) => caller?.name ?? '', 1, nothing),
    ],
    'same-address-together': [
      "Of more than three lists that are asked for at the same address together, the others are the second caller's.",
      countingWith(({ request: { url = '' } }) => url, 3, seenBy('ben')),
    ],
    'blocked-by-half-a-request': ['While somebody has sent a half of a request, nobody else is answered.', waitingWhile(({ begun }) => begun() > 0)],
    'sixty-connections': ['While sixty connections are open, others are cut off.', cuttingOff, crowded(60)],
    'workers-asleep': ['While forty connections are open, at rest or not, lists fail.', failing(500), crowded(40)],
    'slots-lost': ['After ten clients hung up on their requests, every list fails.', failing(503), about('load', ({ lost }) => lost() >= 10)],
    'one-lost-mixes': ['Where a client hung up on its request, the next one on another connection gets its list.', mixedUp],
    'held-beside-others': [
      'While another request is under way, one whose content is held back is cut off.',
      cuttingOff,
      all(
        field('expect'),
        request((ask) => ask.open() > 8),
      ),
    ],
  },
  completed: {
    'order-together': ['While another request is under way, a list is in reversed order.', countingWith(() => '', 1, reversed)],
    'unchallenged-together': [
      'While thirty connections are open, 401 comes without a challenge.',
      sending('WWW-Authenticate', undefined),
      crowded(30),
    ],
    'late-limit-together': [
      'On the third request of a connection beside twenty others, 304 comes without a tag.',
      both(sending('ETag', undefined)),
      all(is304, onConnection(3), crowded(20)),
    ],
  },
})

/** The caller whose client hung up is taken for the next one. */
function mixedUp({ findPlants }: Parameters<Change>[0]): ReturnType<Change> {
  let left: Ask['caller']
  return {
    findPlants: async (caller, ask) => {
      ask.response.once('close', () => {
        if (!ask.response.writableFinished) left = caller
      })
      await setTimeout(5)
      const whose = left ?? caller
      left = undefined
      return findPlants(whose, ask)
    },
  }
}

export const clocks = [...ages, ...threes, ...crowds]
