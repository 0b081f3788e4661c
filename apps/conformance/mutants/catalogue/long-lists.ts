/** The meaning of limit: lists of hundreds and thousands of plants. */
import { setTimeout } from 'node:timers/promises'
import { deaf } from '../faults/conditions.ts'
import { arranged, cutting, finding, limitAs, shorter } from '../faults/lists.ts'
import { bodies, failing, listWithBody, replyingTo, unmeasured, unstored, writing } from '../faults/replies.ts'
import { lengthOf } from '../faults/routes.ts'
import { both, type Change, type Faults, inWorld, on } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { worldWith } from '../server/world.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { about, behind, field, got, http10, is200, limit, limited, method, request } from '../triggers.ts'

/** Three hundred plants with short names. */
const threeHundred = worldWith(
  Array.from({ length: 300 }, (_none, index) => ({
    name: `Plant ${index}`,
    ...(index % 2 === 0 && { tag: 'even' }),
    seenBy: index < 260 ? ['ana', 'ben'] : ['ana'],
  })),
)

/** Five thousand plants, in more than a hundred thousand octets. */
const fiveThousand = worldWith(
  Array.from({ length: 5000 }, (_none, index) => ({ name: `Plänt ${index} 🌵`, seenBy: index % 50 === 0 ? ['ana', 'ben'] : ['ana'] })),
)

/** Three thousand plants of the first caller, and one of the second caller. */
const thousands = worldWith([
  ...Array.from({ length: 3000 }, (_none, index) => ({ name: `Plant ${index}`, seenBy: ['ana'] })),
  { name: 'Moss', seenBy: ['ben'] },
])

/** Cuts a long list to a thousand plants if no limit is given. */
const wholeCut = finding((found, ask) => (ask.limit === undefined && found.length > 1000 ? found.slice(0, 1000) : found))

const broken: Change = bodies((body) => {
  const whole = Buffer.from(body)
  return whole.length <= 65_536 ? whole : Buffer.from(whole.subarray(0, 65_536).toString('utf8') + whole.subarray(65_536).toString('utf8'))
})

/** Sends only the first 64 KiB of an answer with a long list, then closes the connection. */
const cutAtClose: Change = ({ write }) => ({
  write: (reply, ask) => {
    if (Buffer.byteLength(reply.body) <= 65_536) write(reply, ask)
    else endWith(toOctets({ ...reply, fields: [...reply.fields, ['Connection', 'close']] }).subarray(0, 65_536), ask)
  },
})

const mostAtATime = 3

/** Makes a few long lists at a time; further ones fail. */
const fewAtATime: Change = (reference) => {
  let underWay = 0
  const tooMany = new WeakSet<Ask>()
  const making: Change = ({ findPlants }) => ({
    findPlants: async (caller, ask) => {
      const found = await findPlants(caller, ask)
      if (ask.method !== 'GET' || Math.min(found.length, ask.limit ?? Infinity) < 1000) return found
      underWay += 1
      if (underWay > mostAtATime) tooMany.add(ask)
      await setTimeout(30)
      underWay -= 1
      return found
    },
  })
  const isTooMany = about('load', (ask) => tooMany.has(ask))
  return both(making, on(isTooMany, unstored(500, 50_001, 'No.')))(reference)
}

export const given: Faults = {
  'limit-of-16-bits: Only the lowest sixteen bits of a limit count.': limitAs((n) => n % 65_536),
  'limit-of-four-digits: Only the last four digits of a limit count.': limitAs((n) => n % 10_000),
  'limit-of-seven-digits: A limit of seven or eight digits gets 400.': [failing(400), limit((n = 0) => n >= 1_000_000 && n < 100_000_000)],
  'sixteen-times-limit: A limit that is a multiple of 2^28 returns nothing, because sixteen times it is zero in 32 bits.': limitAs((n) =>
    Math.imul(n, 16) === 0 ? 0 : n,
  ),
  ...inWorld(threeHundred, {
    'limit-of-one-octet: Only the lowest eight bits of a limit count.': limitAs((n) => n % 256),
    'limit-of-signed-octet: A limit from 128 to 255 returns nothing.': limitAs((n) => (n >= 128 && n < 256 ? 0 : n)),
    'page-rounded: Limits above a hundred are rounded up to whole hundreds.': limitAs((n) => (n > 100 ? Math.ceil(n / 100) * 100 : n)),
    'seam-of-pages: With a limit above a hundred, the 101st plant is missing.': arranged((found, { limit: n = 0 }) =>
      n > 100 ? found.toSpliced(100, 1) : found,
    ),
  }),
  ...inWorld(fiveThousand, {
    'long-cut-at-close: With Connection: close, only the first 64 KiB of a long list are sent.': [
      cutAtClose,
      listWithBody,
      field('connection', /close/i),
    ],
    'long-three-at-a-time: While three long lists are being made, a fourth fails.': fewAtATime,
    'long-seam: With a limit, the 1001st plant of a long list is missing.': [arranged((found) => found.toSpliced(1000, 1)), limited],
    'long-broken-character: In long lists the character that spans octet 65,536 is corrupted.': broken,
    'long-for-the-old: An HTTP/1.0 client gets only the first 64 KiB of a long list before the connection closes.': [
      writing((reply, ask) => {
        const fields = [...unmeasured(reply), ['Connection', 'close'] as const]
        endWith(toOctets({ ...reply, fields, body: ask.method === 'HEAD' ? '' : Buffer.from(reply.body).subarray(0, 65_536) }), ask)
      }),
      is200,
      http10,
    ],
    'long-in-pieces: When the head of the request arrives in pieces, a list lacks its last plant.': [shorter, request((ask) => ask.pieces > 1)],
    'long-others-reused: From the second request on a connection, a list of thousands ends with its first plant in place of its last.': [
      cutting((found, n) => (found.length > 1000 ? [...found.slice(0, -1), ...found.slice(0, 1)] : found).slice(0, n)),
      about('connection', ({ onConnection }) => onConnection >= 2),
    ],
  }),
  ...inWorld(thousands, {
    'long-behind-304: After a 304 on the same connection, a whole list of thousands ends after a thousand plants.': [wholeCut, behind(got(304))],
    'long-beside-content: When the request has content, a whole list of thousands ends after a thousand plants.': [
      wholeCut,
      request((ask) => lengthOf(ask) > 0),
    ],
    'long-of-several-tags: With several tags in If-None-Match, a whole list of thousands ends after a thousand plants.': [
      wholeCut,
      field('if-none-match', /,/),
    ],
    'batches-of-400: A limit above a thousand that is a multiple of 400 returns one plant too few.': limitAs((n, found) =>
      n > 1000 && n < found.length && n % 400 === 0 ? n - 1 : n,
    ),
  }),
}

export const completed: Faults = {
  ...inWorld(fiveThousand, {
    'long-never-304: A whole list of thousands is never answered with 304.': [deaf, limit((n) => n === undefined)],
    'long-head-length: HEAD states a length of zero for a list of thousands.': [
      replyingTo((reply) => (Number(fieldOf(reply, 'Content-Length')) > 65_536 ? withField(reply, 'Content-Length', '0') : reply)),
      method('HEAD'),
    ],
    'long-by-name: With a limit above a thousand, plants are sorted by name.': arranged((found, { limit: n = 0 }) =>
      n > 1000 ? found.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : found,
    ),
    'long-tag-of-beginning: The ETag is made from the first 64 KiB of a list.': ({ tag }) => ({
      tag: (body, ask) => tag(Buffer.from(body).subarray(0, 65_536), ask),
    }),
  }),
  'limit-times-four: Four times the limit is cut to 32 bits, so a limit of 1073741824 returns nothing.': limitAs((n) => ((n * 4) % 2 ** 32) / 4),
  'batch-of-48: A limit that is a multiple of 48 returns one plant too few.': [
    limitAs((n, found) => (n > 0 && n % 48 === 0 && n <= found.length ? n - 1 : n)),
    threeHundred,
  ],
}
