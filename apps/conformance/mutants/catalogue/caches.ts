/** Access: lists cached under a key that is too short, and stale replicas. */
import { takenFor } from '../faults/credentials.ts'
import { seenBy, shorter } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import type { Change, Faults } from '../mutant.ts'
import { withTokens, type World } from '../server/world.ts'
import { connectionNumber, port } from '../triggers-between.ts'
import { about, by } from '../triggers.ts'

const sum = (text: string): number => Buffer.from(text).reduce((total, octet) => total + octet, 0)

/** Caches one list for each value of this request field. */
const listsBy = (name: string): Change => keeping('findPlants', ({ headers }) => headers[name]?.toString())

/** Caches one list for each caller and key, which is made from the request target. */
const listsAt = (keyOf: (url: string) => string | number | undefined): Change =>
  keeping('encodeList', ({ caller, url }) => `${caller?.token} ${String(keyOf(url))}`)

/** Three callers with long tokens that differ only after this many characters. */
const alikeUpTo = (length: number): World => withTokens((name) => `${'plants-'.padEnd(length, 'k7Qx')}-${name}-9vT2`, [])

const twoCases: Readonly<Record<string, string>> = { ana: 'plants-QvnkXrTmWzbLcHdJsYpGfUeA', ben: 'plants-qvnkxrtmwzblchdjsypgfuea' }
const inTwoCases = withTokens((name) => twoCases[name] ?? 'plants-Xn4GkW7dRj0QsYb2HvTz9CmPf6LeEu8Ka5C2')

/** Takes a valid token for that of the first caller whose own token is like it. */
const takenForLike = (isLike: (sent: string, own: string) => boolean): Change =>
  takenFor((sent, { world }) => world.callers.find((one) => isLike(sent, one.token)))

export const given: Faults = {
  "key-in-small-letters: Of two tokens that differ only in case, the second gets the first caller's plants.": [
    takenForLike((sent, own) => sent.toLowerCase() === own.toLowerCase()),
    inTwoCases,
  ],
  "key-of-72-octets: Tokens that share their first 72 octets all get the first caller's plants.": [
    takenForLike((sent, own) => sent.slice(0, 72) === own.slice(0, 72)),
    alikeUpTo(80),
  ],
  'key-of-255-octets: Lists are cached by the first 255 octets of the token.': [
    keeping('findPlants', ({ caller }) => caller?.token.slice(0, 255)),
    alikeUpTo(256),
  ],
  'key-by-idempotency: Requests with the same Idempotency-Key get the same list, whoever the caller is.': listsBy('idempotency-key'),
  'key-by-trace: Requests with the same traceparent get the same list, whoever the caller is.': listsBy('traceparent'),
  'key-by-cookie: Requests with the same Cookie get the same list, whoever the caller is.': listsBy('cookie'),
  'key-by-forwarded-for: Requests with the same X-Forwarded-For get the same list, whoever the caller is.': listsBy('x-forwarded-for'),
  'key-by-language: Requests with the same Accept-Language get the same list, whoever the caller is.': listsBy('accept-language'),
  'key-by-second: With a limit of ten or more, callers who ask in the same second get the same list.': keeping('findPlants', (ask) =>
    (ask.limit ?? 0) >= 10 ? String(Math.floor(ask.ageMs / 1000)) : undefined,
  ),
  'replica-behind: Every sixteenth connection reaches a replica that lacks the last plant.': [
    shorter,
    connectionNumber((number) => number % 16 === 0),
  ],
  "replica-by-port: Clients whose port is divisible by 32 reach a replica that returns the second caller's plants.": [
    seenBy('ben'),
    port((number) => number % 32 === 0),
  ],
  "second-turn: When a second caller uses the first caller's connection in between, the first caller's next list is the second caller's.": [
    seenBy('ben'),
    by('ana'),
    about('history', ({ earlier, headers, world }) => {
      const [first, second] = earlier.slice(-2).map((one) => one.headers.authorization)
      return first === headers.authorization && second === `Bearer ${world.callers[1]?.token}`
    }),
  ],
}

export const completed: Faults = {
  "key-by-digits-sum: A caller's lists are cached by a sum over the request target: after limit=12, limit=21 gives twelve plants.": listsAt(sum),
  "key-of-255-of-address: A caller's lists are cached by the first 255 octets of the request target.": listsAt((url) => url.slice(0, 255)),
  "key-without-case-of-names: A caller's lists are cached by the request target in lower case: after Limit=3, limit=3 gives all.": listsAt((url) =>
    url.toLowerCase(),
  ),
  "key-by-first-parameter: A caller's lists are cached by the first query parameter alone.": listsAt((url) => url.split('&')[0]),
  'key-of-decoded-address: The cache key decodes %26 to & in a value: after x=1%26limit=2, x=1&limit=2 gives all.': listsAt((url) =>
    url.replaceAll('%26', '&'),
  ),
  'key-of-sorted-tags: Requests with the same If-None-Match get the list of the first of them.': keeping(
    'encodeList',
    ({ headers }) => headers['if-none-match'],
  ),
}
