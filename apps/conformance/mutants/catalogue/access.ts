/** Who sees which plants. */
import { everything, shorter } from '../faults/lists.ts'
import { keeping, rememberingTags } from '../faults/memory.ts'
import type { Change, Faults } from '../mutant.ts'
import { by, every, method } from '../triggers.ts'
import { connectionNumber, inARow } from '../triggers-between.ts'
import type { Known } from '../server/ask.ts'

const sum = (text: string): number => Buffer.from(text).reduce((total, octet) => total + octet, 0)

/** Caches one list for each value of this request field. */
const listsBy = (name: string): Change => keeping('findPlants', ({ headers }) => headers[name]?.toString())

/** Caches one list for each caller and key, which is made from the request target. */
const listsAt = (keyOf: (url: string) => string | number | undefined): Change =>
  keeping('encodeList', ({ caller, url }) => `${caller?.token} ${String(keyOf(url))}`)

/** Takes every caller on a kept HTTP/1.0 connection for the first. */
const firstOfOld: Change = ({ findCaller }) => {
  const first = new WeakMap<object, Known>()
  return {
    findCaller: (token, ask) => {
      const known = findCaller(token, ask)
      if (ask.request.httpVersion !== '1.0') return known
      const kept = first.get(ask.socket) ?? known
      first.set(ask.socket, kept)
      return kept
    },
  }
}

/** Stops looking callers up on a connection after 33 lists for one caller in a row there. */
const trusted: Change = ({ findCaller }) => {
  const kept = new WeakMap<object, Known>()
  return {
    findCaller: (token, ask) => {
      const known = kept.get(ask.socket)
      if (known !== undefined) return known
      const own = findCaller(token, ask)
      const { authorization } = ask.headers
      if (inARow(ask.earlier, 32, ({ headers, status }) => headers.authorization === authorization && status === 200)) kept.set(ask.socket, own)
      return own
    },
  }
}

export const given: Faults = {
  'everything: Every caller sees every plant.': everything,
  'everything-second-caller: The second caller sees every plant.': [everything, by('ben')],
  'one-fewer-seldom: Every tenth list lacks its last plant.': [shorter, every(10)],
  'cached-by-address: Lists are cached by request target, whoever the caller is.': keeping('findPlants', ({ url }) => url),
  'cached-by-limit: Lists with a limit are cached by that limit, whoever the caller is.': keeping('findPlants', (ask) => ask.limit?.toString()),
  'cached-by-connection: Every caller on a connection gets the list of its first caller.': keeping('findPlants', ({ socket }) => socket),

  'key-by-idempotency: Requests with the same Idempotency-Key get the same list, whoever the caller is.': listsBy('idempotency-key'),
  'key-by-cookie: Requests with the same Cookie get the same list, whoever the caller is.': listsBy('cookie'),
  'key-by-language: Requests with the same Accept-Language get the same list, whoever the caller is.': listsBy('accept-language'),
  'replica-behind: Every sixteenth connection reaches a replica that lacks the last plant.': [
    shorter,
    connectionNumber((number) => number % 16 === 0),
  ],

  'old-kept-connection: On a kept HTTP/1.0 connection every caller is taken for the first.': firstOfOld,
  "trusted-after-32: After thirty-three lists of one caller in a row, a connection shows that caller's list to every caller.": trusted,
}

export const completed: Faults = {
  'everything-head: HEAD states the length of a list of every plant.': [everything, method('HEAD')],
  "tag-of-others: The tag of another caller's list gets 304.": rememberingTags(() => ''),

  "key-by-digits-sum: A caller's lists are cached by a sum over the request target: after limit=12, limit=21 gives twelve plants.": listsAt(sum),
  "key-of-255-of-address: A caller's lists are cached by the first 255 octets of the request target.": listsAt((url) => url.slice(0, 255)),
  "key-without-case-of-names: A caller's lists are cached by the request target in lower case: after Limit=3, limit=3 gives all.": listsAt((url) =>
    url.toLowerCase(),
  ),
}
