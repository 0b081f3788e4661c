/** Class 6, continued: worlds with more people, longer lists and other names than usual, and what goes wrong in them. */
import { lists, names, plants } from '../faults/bodies.ts'
import { tagged } from '../faults/conditions.ts'
import { admittingRetired } from '../faults/credentials.ts'
import { accepting, limitsFrom, limitUnseen } from '../faults/limits.ts'
import { arranged, bare, cutting, finding, limitAs, nothing, sees, shorter, whoever } from '../faults/lists.ts'
import { bodies, failing, replyingTo, writing } from '../faults/replies.ts'
import { type Change, faultsOf } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { fixedWorld, type SeenPlant, type World, worldWith } from '../server/world.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { about, all, always, by, field, is200, limit, limited, method, request, target } from '../triggers.ts'

const person = (index: number): string => `person-${index + 1}`
const count = 40

/** Forty people; each sees two plants of their own and those that all see. */
const crowd: World = {
  callers: Array.from({ length: count }, (_none, index) => ({
    name: person(index),
    token: `plants-${String(index).padStart(3, '0')}kQ7vN2xR9tWz8bLc3H`,
  })),
  refused: fixedWorld.refused.map((one) => ({ ...one, formerly: person(0) })),
  plants: Array.from({ length: 2 * count }, (_none, index): SeenPlant => ({ name: `Plant ${index}`, seenBy: [person(index % count)] })).concat(
    Array.from({ length: 3 }, (_none, index): SeenPlant => ({
      name: `Common ${index}`,
      tag: 'all',
      seenBy: Array.from({ length: count }, (_no, at) => person(at)),
    })),
  ),
}

const indexOf = ({ caller, world }: Ask): number => world.callers.findIndex(({ name }) => name === caller?.name)

/** Whoever is the so manieth, counted from 0. */
const place = (holds: (index: number) => boolean): ReturnType<typeof by> => about('caller', (ask) => ask.caller !== undefined && holds(indexOf(ask)))

/** People are bits of a word. */
const asBits: Change = finding((_found, ask, each) => bare(each.filter(({ seenBy: who }) => who.includes(person(indexOf(ask) % 32)))))

const sevenRefused: World = {
  ...fixedWorld,
  refused: Array.from({ length: 9 }, (_none, index) => ({
    token: `plants-old${index}JwDq5FzVb8KtRm1XgNy4LcHs7`,
    formerly: 'ana',
    why: 'expired' as const,
  })),
}

const crowds = faultsOf('access', {
  given: {
    'people-as-bits': ['Of forty people, those from the thirty-third on see what those from the first on see.', asBits, always, crowd],
    'people-as-bits-limited': [
      'With a limit, of forty people those from the thirty-third on see what those from the first on see.',
      asBits,
      limited,
      crowd,
    ],
    'tenth-empty-limit': [
      'With a limit, the tenth of forty people sees nothing.',
      nothing,
      all(
        limited,
        place((index) => index === 9),
      ),
      crowd,
    ],
    'table-of-eight': [
      'When eight other people asked behind somebody, that one sees what the last of them sees.',
      ({ findPlants }) => {
        const recent: string[] = []
        return {
          findPlants: (caller, ask) => {
            const isFull = recent.length >= 8 && !recent.slice(-8).includes(caller.name) && recent.includes(caller.name)
            const last = ask.world.callers.find(({ name }) => name === recent.at(-1)) ?? caller
            if (recent.at(-1) !== caller.name) recent.push(caller.name)
            return findPlants(isFull ? last : caller, ask)
          },
        }
      },
      always,
      crowd,
    ],
    'names-granted': [
      'Who may see one plant sees all of its name.',
      whoever((plant, ask) => ask.world.plants.some((one) => one.name === plant.name && sees(one, ask))),
      always,
      worldWith([...fixedWorld.plants, { name: 'Alder', tag: 'Alnus incana', seenBy: ['ben'] }]),
    ],
  },
  completed: {
    'head-of-tenth': [
      'HEAD of the tenth of forty people is told another length than GET.',
      replyingTo((reply) => withField(reply, 'Content-Length', '2')),
      all(
        is200,
        method('HEAD'),
        place((index) => index === 9),
      ),
      crowd,
    ],
    'unmodified-for-twentieth': [
      'The twentieth of forty people is never answered with 304.',
      () => ({ isCurrent: () => false }),
      place((index) => index === 19),
      crowd,
    ],
    'scheme-of-tenth': [
      'The tenth of forty people must write Bearer with a capital.',
      failing(401),
      all(
        is200,
        place((index) => index === 9),
        field('authorization', /^b/),
      ),
      crowd,
    ],
    'ninth-retired-passes': [
      'Of nine tokens that were good once, the last passes with a limit.',
      admittingRetired(({ token }) => token.includes('old8')),
      limited,
      sevenRefused,
    ],
    'retired-passes-by-head': [
      'Of nine tokens that were good once, the sixth passes by HEAD.',
      admittingRetired(({ token }) => token.includes('old5')),
      method('HEAD'),
      sevenRefused,
    ],
  },
})

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

const broken: Change = bodies((body) => {
  const whole = Buffer.from(body)
  return whole.length <= 65_536 ? whole : Buffer.from(whole.subarray(0, 65_536).toString('utf8') + whole.subarray(65_536).toString('utf8'))
})

const long = faultsOf('meaning of limit', {
  given: {
    'limit-of-one-octet': ['Of a limit the lowest eight bits count.', limitAs((n) => n % 256), always, threeHundred],
    'limit-of-16-bits': ['Of a limit the lowest sixteen bits count.', limitAs((n) => n % 65_536)],
    'limit-of-four-digits': ['Of a limit the last four digits count.', limitAs((n) => n % 10_000)],
    'limit-of-seven-digits': ['A limit of seven or eight digits gets 400.', failing(400), limit((n = 0) => n >= 1_000_000 && n < 100_000_000)],
    'limit-of-signed-octet': [
      'From a limit of 128 to one of 255 nothing comes.',
      limitAs((n) => (n >= 128 && n < 256 ? 0 : n)),
      always,
      threeHundred,
    ],
    'page-rounded': [
      'Above a hundred, limits are rounded up to whole hundreds.',
      limitAs((n) => (n > 100 ? Math.ceil(n / 100) * 100 : n)),
      always,
      threeHundred,
    ],
    'seam-of-pages': [
      'With a limit above a hundred, the hundred-and-first plant is missing.',
      arranged((found, { limit: n = 0 }) => (n > 100 ? found.toSpliced(100, 1) : found)),
      always,
      threeHundred,
    ],
    'long-seam': ['With a limit, plant 1001 of thousands is missing.', arranged((found) => found.toSpliced(1000, 1)), limited, fiveThousand],
    'long-broken-character': ['In long lists the character at octet 65,536 is broken.', broken, always, fiveThousand],
    'long-for-the-old': [
      'Who speaks HTTP/1.0 gets the first 64 KiB of a long list, and then the end of the connection.',
      writing((reply, ask) => {
        const fields = [...reply.fields.filter(([name]) => name !== 'Content-Length'), ['Connection', 'close'] as const]
        endWith(toOctets({ ...reply, fields, body: ask.method === 'HEAD' ? '' : Buffer.from(reply.body).subarray(0, 65_536) }), ask)
      }),
      all(
        is200,
        request((ask) => ask.request.httpVersion === '1.0'),
      ),
      fiveThousand,
    ],
    'long-in-pieces': ['Where the head comes in pieces, a long list misses its last plant.', shorter, request((ask) => ask.pieces > 1), fiveThousand],
    'long-others-reused': [
      "On a connection that is used again, a list of thousands ends with one of the second caller's plants twice.",
      cutting((found, n) => (found.length > 1000 ? [...found.slice(0, -1), ...found.slice(0, 1)] : found).slice(0, n)),
      about('connection', ({ onConnection }) => onConnection >= 2),
      fiveThousand,
    ],
  },
  completed: {
    'long-never-304': [
      'A list of thousands is never answered with 304.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && ask.limit !== undefined }),
      always,
      fiveThousand,
    ],
    'long-head-length': [
      'HEAD is told a length of zero where the list is of thousands.',
      replyingTo((reply) => (Number(fieldOf(reply, 'Content-Length')) > 65_536 ? withField(reply, 'Content-Length', '0') : reply)),
      method('HEAD'),
      fiveThousand,
    ],
    'long-by-name': [
      'A limit above a thousand brings plants by name.',
      arranged((found, { limit: n = 0 }) => (n > 1000 ? found.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : found)),
      always,
      fiveThousand,
    ],
    'long-tag-of-beginning': [
      'The ETag is that of the first 64 KiB of a list.',
      ({ tag }) => ({ tag: (body, ask) => tag(Buffer.from(body).subarray(0, 65_536), ask) }),
      always,
      fiveThousand,
    ],
  },
})

const named = (...texts: readonly string[]): World =>
  worldWith(texts.map((name, index) => ({ name, ...(index % 2 === 0 && { tag: name }), seenBy: index % 3 === 0 ? ['ana', 'ben'] : ['ana'] })))

const texts = faultsOf('body of a plant', {
  given: {
    'digits-rounded': [
      'Names of many digits come rounded.',
      names((name) => (/^\d{17,}$/.test(name) ? String(Number(name)) : name)),
      always,
      named('9007199254740993', '12345678901234567890', 'Oak'),
    ],
    'entities-decoded': ['&amp; in a name comes as &.', names((name) => name.replaceAll('&amp;', '&')), always, named('Fern &amp; moss', 'Oak')],
    'prototype-lost': [
      'Plants called __proto__ are lost.',
      finding((found) => found.filter(({ name }) => name !== '__proto__')),
      always,
      named('Oak', '__proto__', 'constructor', 'toString'),
    ],
    'dates-made': [
      'Names that look like dates come as such.',
      names((name) => name.replace(/^(\d\d?)-(\d\d?)$/, '2026-$1-$2')),
      always,
      named('1-2', 'Oak', '3-4'),
    ],
    'halves-escaped': [
      'Characters beyond sixteen bits come as one escape of five digits.',
      lists((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (one) => String.raw`\u${one.codePointAt(0)?.toString(16) ?? ''}`)),
      always,
      named('🌵', '𝒜', 'Oak'),
    ],
    'compatible-forms': ['Letters come in their usual form.', names((name) => name.normalize('NFKC')), always, named('ﬁg', '²', 'ｌ', 'Oak', '①')],
    'line-ends-changed': [
      'CR LF in a name comes as LF, behind other names alone.',
      plants(({ name, tag }) => ({ name: name.replaceAll('\r\n', '\n'), tag })),
      by('ana'),
      named('a', 'b\r\nc'),
    ],
    'shortened-in-octets': [
      'Names end after 255 octets, in the middle of a character if need be.',
      names((name) => Buffer.from(name).subarray(0, 255).toString('utf8')),
      always,
      named(`a${'木'.repeat(100)}`, 'Oak'),
    ],
    'tilde-as-space': [
      'A no-break space comes as a space.',
      names((name) => name.replaceAll('\u00A0', ' ')),
      always,
      named('Ivy\u00A0hedera', 'Oak'),
    ],
  },
  completed: {
    'same-names-turn': [
      'Plants of one name change places each third time.',
      arranged((found, { number }) =>
        number % 3 === 0 ? found.toSorted((a, b) => (a.name === b.name ? (b.tag ?? '').localeCompare(a.tag ?? '') : 0)) : found,
      ),
      always,
      worldWith([
        { name: 'Alder', seenBy: ['ana'] },
        { name: 'Alder', tag: 'Alnus', seenBy: ['ana'] },
        { name: 'Oak', seenBy: ['ana', 'ben'] },
      ]),
    ],
    'tag-by-sum': [
      'Lists whose octets have one sum have one ETag.',
      tagged((own, ask) =>
        own.replace(
          /^".*"$/,
          `"${Buffer.from(
            `${ask.world.plants
              .filter((plant) => sees(plant, ask))
              .slice(0, ask.limit)
              .map(({ name }) => name)
              .join('')}`,
          ).reduce((total, octet) => total + octet, 0)}"`,
        ),
      ),
      always,
      worldWith([
        { name: 'Dog rose', seenBy: ['ana'] },
        { name: 'God rose', seenBy: ['ben'] },
        { name: 'Oak', seenBy: ['ana', 'ben'] },
      ]),
    ],
  },
})

const queries = faultsOf('grammar of limit', {
  completed: {
    'code-within-name-missed': [
      'A percent code in the name of limit is only decoded where it is the first letter.',
      limitUnseen,
      target(/[?&]l\w*%\w{2}\w*=/i),
    ],
    'codes-all-over-missed': ['A name of percent codes alone is not decoded.', limitUnseen, target(/[?&](?:%\w\w){5}=/)],
    'code-within-name-not-second': [
      'A limit whose name has a percent code in it does not count as the second.',
      limitsFrom((given) => given.slice(0, 1)),
      target(/[?&]l\w*%\w{2}\w*=/i),
    ],
    'ampersand-behind-limit': ['An ampersand behind the limit gets 400.', failing(400), target(/limit=\d+&$/)],
    'limit-behind-2000': ['A limit behind two thousand octets of the query is not seen.', limitUnseen, target(/\?.{2000,}&limit=/)],
    'limit-before-2000': ['A limit before two thousand octets of the query is not seen.', limitUnseen, target(/[?&]limit=\d+&.{2000,}/)],
    'limit-in-whole-address': ['Of a whole address the query is not read.', limitUnseen, target(/^http:\/\/[^?]*\?/i)],
    'limit-beside-empty-name': ['A limit beside a value without a name is not seen.', limitUnseen, target(/[?&]=/)],
    'name-in-full-width': [
      'The letters of limit may be in full width.',
      limitsFrom((given, { query }) =>
        given.length > 0 ? given : [...query].filter(([name]) => name.normalize('NFKC') === 'limit').map(([, value]) => value),
      ),
    ],
    'limit-as-hash': ['limit.0 is taken for a limit.', limitsFrom((given, { query }) => (given.length > 0 ? given : query.getAll('limit.0')))],
    'limit-of-header-link': ['A limit in angle brackets is accepted.', accepting(/^<\d{1,9}>$/, (text) => Number(text.slice(1, -1)))],
    'condition-and-limit': [
      'With a limit and a condition, a list is cut one plant short.',
      limitAs((n, _found, { request: { headers } }) => ('if-none-match' in headers ? Math.max(0, n - 1) : n)),
    ],
  },
})

export const manyPeople = [...crowds, ...long, ...texts, ...queries]
