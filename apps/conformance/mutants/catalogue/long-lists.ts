/** Class 8, continued: lists of hundreds and thousands of plants. */
import { setTimeout } from 'node:timers/promises'
import { deaf } from '../faults/conditions.ts'
import { arranged, cutting, finding, limitAs, shorter } from '../faults/lists.ts'
import { bodies, failing, listWithBody, replyingTo, unmeasured, unstored, writing } from '../faults/replies.ts'
import { both, type Change, type Faults, inWorld, on } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { worldWith } from '../server/world.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { about, behind, field, got, http10, is200, limit, limited, method, request } from '../triggers.ts'

/** Three hundred plants of short names. */
const threeHundred = worldWith(
  Array.from({ length: 300 }, (_none, index) => ({
    name: `Plant ${index}`,
    ...(index % 2 === 0 && { tag: 'even' }),
    seenBy: index < 260 ? ['ana', 'ben'] : ['ana'],
  })),
)

/** Five thousand, in more than a hundred thousand octets. */
const fiveThousand = worldWith(
  Array.from({ length: 5000 }, (_none, index) => ({ name: `Plänt ${index} 🌵`, seenBy: index % 50 === 0 ? ['ana', 'ben'] : ['ana'] })),
)

/** Three thousand; the second caller sees one that the first does not. */
const thousands = worldWith([
  ...Array.from({ length: 3000 }, (_none, index) => ({ name: `Plant ${index}`, seenBy: ['ana'] })),
  { name: 'Moss', seenBy: ['ben'] },
])

/** Of a long list that is asked for whole the first thousand come. */
const wholeCut = finding((found, ask) => (ask.limit === undefined && found.length > 1000 ? found.slice(0, 1000) : found))

const broken: Change = bodies((body) => {
  const whole = Buffer.from(body)
  return whole.length <= 65_536 ? whole : Buffer.from(whole.subarray(0, 65_536).toString('utf8') + whole.subarray(65_536).toString('utf8'))
})

/** Who gets a long list, gets the first 64 KiB of the answer, and then the end of the connection. */
const cutAtClose: Change = ({ write }) => ({
  write: (reply, ask) => {
    if (Buffer.byteLength(reply.body) <= 65_536) write(reply, ask)
    else endWith(toOctets({ ...reply, fields: [...reply.fields, ['Connection', 'close']] }).subarray(0, 65_536), ask)
  },
})

/** So many long lists are made at a time; more fail. */
const longAtATime =
  (most: number): Change =>
  (reference) => {
    let underWay = 0
    const tooMany = new WeakSet<Ask>()
    const making: Change = ({ findPlants }) => ({
      findPlants: async (caller, ask) => {
        const found = await findPlants(caller, ask)
        if (ask.method !== 'GET' || Math.min(found.length, ask.limit ?? Infinity) < 1000) return found
        underWay += 1
        if (underWay > most) tooMany.add(ask)
        await setTimeout(30)
        underWay -= 1
        return found
      },
    })
    const isTooMany = about('load', (ask) => tooMany.has(ask))
    return both(making, on(isTooMany, unstored(500, 50_001, 'No.')))(reference)
  }

export const given: Faults = {
  'limit-of-16-bits: Of a limit the lowest sixteen bits count.': limitAs((n) => n % 65_536),
  'limit-of-four-digits: Of a limit the last four digits count.': limitAs((n) => n % 10_000),
  'limit-of-seven-digits: A limit of seven or eight digits gets 400.': [failing(400), limit((n = 0) => n >= 1_000_000 && n < 100_000_000)],
  'sixteen-times-limit: A limit that is a multiple of 2^28 gives nothing: sixteen times it is zero in 32 bits.': limitAs((n) =>
    Math.imul(n, 16) === 0 ? 0 : n,
  ),
  ...inWorld(threeHundred, {
    'limit-of-one-octet: Of a limit the lowest eight bits count.': limitAs((n) => n % 256),
    'limit-of-signed-octet: From a limit of 128 to one of 255 nothing comes.': limitAs((n) => (n >= 128 && n < 256 ? 0 : n)),
    'page-rounded: Above a hundred, limits are rounded up to whole hundreds.': limitAs((n) => (n > 100 ? Math.ceil(n / 100) * 100 : n)),
    'seam-of-pages: With a limit above a hundred, the hundred-and-first plant is missing.': arranged((found, { limit: n = 0 }) =>
      n > 100 ? found.toSpliced(100, 1) : found,
    ),
  }),
  ...inWorld(fiveThousand, {
    'long-cut-at-close: Who asks for the end of the connection gets 64 KiB of a long list.': [
      cutAtClose,
      listWithBody,
      field('connection', /close/i),
    ],
    'long-three-at-a-time: While three long lists are made, a fourth fails.': longAtATime(3),
    'long-seam: With a limit, plant 1001 of thousands is missing.': [arranged((found) => found.toSpliced(1000, 1)), limited],
    'long-broken-character: In long lists the character at octet 65,536 is broken.': broken,
    'long-for-the-old: Who speaks HTTP/1.0 gets the first 64 KiB of a long list, and then the end of the connection.': [
      writing((reply, ask) => {
        const fields = [...unmeasured(reply), ['Connection', 'close'] as const]
        endWith(toOctets({ ...reply, fields, body: ask.method === 'HEAD' ? '' : Buffer.from(reply.body).subarray(0, 65_536) }), ask)
      }),
      is200,
      http10,
    ],
    'long-in-pieces: Where the head comes in pieces, a long list misses its last plant.': [shorter, request((ask) => ask.pieces > 1)],
    "long-others-reused: On a connection that is used again, a list of thousands ends with one of the second caller's plants twice.": [
      cutting((found, n) => (found.length > 1000 ? [...found.slice(0, -1), ...found.slice(0, 1)] : found).slice(0, n)),
      about('connection', ({ onConnection }) => onConnection >= 2),
    ],
  }),
  ...inWorld(thousands, {
    'long-behind-304: Behind a 304 on the same connection a whole list of thousands ends after a thousand.': [wholeCut, behind(got(304))],
    'long-beside-content: Where a request has content, a whole list of thousands ends after a thousand.': [
      wholeCut,
      request(({ headers }) => Number(headers['content-length'] ?? 0) > 0),
    ],
    'long-of-several-tags: With a condition of several tags, a whole list of thousands ends after a thousand.': [
      wholeCut,
      field('if-none-match', /,/),
    ],
    'batches-of-400: Above a thousand, a limit of whole batches of four hundred lacks the last plant.': limitAs((n, found) =>
      n > 1000 && n < found.length && n % 400 === 0 ? n - 1 : n,
    ),
  }),
}

export const completed: Faults = {
  ...inWorld(fiveThousand, {
    'long-never-304: A list of thousands is never answered with 304.': [deaf, limit((n) => n === undefined)],
    'long-head-length: HEAD is told a length of zero where the list is of thousands.': [
      replyingTo((reply) => (Number(fieldOf(reply, 'Content-Length')) > 65_536 ? withField(reply, 'Content-Length', '0') : reply)),
      method('HEAD'),
    ],
    'long-by-name: A limit above a thousand brings plants by name.': arranged((found, { limit: n = 0 }) =>
      n > 1000 ? found.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : found,
    ),
    'long-tag-of-beginning: The ETag is that of the first 64 KiB of a list.': ({ tag }) => ({
      tag: (body, ask) => tag(Buffer.from(body).subarray(0, 65_536), ask),
    }),
  }),
  'limit-times-four: Four times the limit is cut to 32 bits: a limit of 1073741824 gives nothing.': limitAs((n) => ((n * 4) % 2 ** 32) / 4),
  'batch-of-48: A limit of whole batches of forty-eight lacks the last plant.': [
    limitAs((n, found) => (n > 0 && n % 48 === 0 && n <= found.length ? n - 1 : n)),
    threeHundred,
  ],
}
