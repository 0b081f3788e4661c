/** Class 6, continued: what is remembered under a key that is too short, and copies that are behind. */
import { seenBy, shorter } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import type { Change, Faults } from '../mutant.ts'
import { withTokens, type World } from '../server/world.ts'
import { connectionNumber, port } from '../triggers-between.ts'
import { about, by } from '../triggers.ts'

const sum = (text: string): number => Buffer.from(text).reduce((total, octet) => total + octet, 0)

/** A list for each value of this request field. */
const listsBy = (name: string): Change => keeping('findPlants', ({ headers }) => headers[name]?.toString())

/** A list for each caller and address, by as much of the address as this keeps. */
const listsAt = (keyOf: (url: string) => string | number | undefined): Change =>
  keeping('encodeList', ({ caller, url }) => `${caller?.token} ${String(keyOf(url))}`)

/** Three people whose tokens are long and begin alike: what tells them apart stands behind so many characters. */
const alikeUpTo = (length: number): World => withTokens((name) => `${'plants-'.padEnd(length, 'k7Qx')}-${name}-9vT2`, [])

const twoCases: Readonly<Record<string, string>> = { ana: 'plants-QvnkXrTmWzbLcHdJsYpGfUeA', ben: 'plants-qvnkxrtmwzblchdjsypgfuea' }
const inTwoCases = withTokens((name) => twoCases[name] ?? 'plants-Xn4GkW7dRj0QsYb2HvTz9CmPf6LeEu8Ka5C2')

/** A good token is that of the first caller whose own is like it. */
const callerFor =
  (isLike: (sent: string, own: string) => boolean): Change =>
  ({ findCaller }) => ({
    findCaller: (sent, ask) => {
      const known = findCaller(sent, ask)
      return ask.world.callers.find((one) => isLike(sent, one.token)) ?? known
    },
  })

export const given: Faults = {
  "key-in-small-letters: Of two tokens that differ in capitals alone, the second shows the first's plants.": [
    callerFor((sent, own) => sent.toLowerCase() === own.toLowerCase()),
    inTwoCases,
  ],
  'key-of-72-octets: Of tokens that are equal in their first 72 octets, all show the plants of the first.': [
    callerFor((sent, own) => sent.slice(0, 72) === own.slice(0, 72)),
    alikeUpTo(80),
  ],
  'key-of-255-octets: Lists are remembered by the first 255 octets of the token.': [
    keeping('findPlants', ({ caller }) => caller?.token.slice(0, 255)),
    alikeUpTo(256),
  ],
  'key-by-idempotency: Requests of one Idempotency-Key get one list, whoever asks.': listsBy('idempotency-key'),
  'key-by-trace: Requests of one trace (traceparent) get one list, whoever asks.': listsBy('traceparent'),
  'key-by-cookie: Requests with one Cookie get one list, whoever asks.': listsBy('cookie'),
  'key-by-forwarded-for: Requests for one X-Forwarded-For get one list, whoever asks.': listsBy('x-forwarded-for'),
  'key-by-language: Requests in one Accept-Language get one list, whoever asks.': listsBy('accept-language'),
  'key-by-second: With a limit of ten or more, callers who ask in the same second get one list.': keeping('findPlants', (ask) =>
    (ask.limit ?? 0) >= 10 ? String(Math.floor(ask.ageMs / 1000)) : undefined,
  ),
  'replica-behind: Every sixteenth connection is led to a copy that lacks the last plant.': [
    shorter,
    connectionNumber((number) => number % 16 === 0),
  ],
  "replica-by-port: Clients whose port can be divided by 32 are led to a copy that shows the second caller's plants.": [
    seenBy('ben'),
    port((number) => number % 32 === 0),
  ],
  'second-turn: On a connection where one caller, then another, then the first again ask, the third list is that of the second.': [
    seenBy('ben'),
    by('ana'),
    about('history', ({ earlier, headers, world }) => {
      const [first, second] = earlier.slice(-2).map((one) => one.headers.authorization)
      return first === headers.authorization && second === `Bearer ${world.callers[1]?.token}`
    }),
  ],
}

export const completed: Faults = {
  "key-by-digits-sum: A caller's lists are remembered by a sum over the address: after limit=12, limit=21 gives twelve plants.": listsAt(sum),
  'key-of-255-of-address: Of addresses that are equal in their first 255 octets, all give the list of the first.': listsAt((url) =>
    url.slice(0, 255),
  ),
  "key-without-case-of-names: A caller's lists are remembered by the address in small letters: after Limit=3, limit=3 gives all.": listsAt((url) =>
    url.toLowerCase(),
  ),
  "key-by-first-parameter: A caller's lists are remembered by the first parameter alone.": listsAt((url) => url.split('&')[0]),
  'key-of-decoded-address: A percent code of & in a value is decoded before lists are remembered: after x=1%26limit=2, x=1&limit=2 gives all.':
    listsAt((url) => url.replaceAll('%26', '&')),
  'key-of-sorted-tags: A condition makes the list of the first who asked with the same condition.': keeping(
    'encodeList',
    ({ headers }) => headers['if-none-match'],
  ),
}
