/** Correct servers with other plants and callers, and of other sizes. */
import { admittingLike } from '../faults/credentials.ts'
import type { Faults } from '../mutant.ts'
import { fixedWorld, type SeenPlant, withTokens, type World, worldWith } from '../server/world.ts'

const many: readonly SeenPlant[] = Array.from({ length: 10_000 }, (_none, index) => ({
  name: `Plant ${index}`,
  ...(index % 3 === 0 && { tag: `kind ${index % 7}` }),
  seenBy: index % 100 === 0 ? ['ana', 'ben'] : ['ana'],
}))

/** JSON may have halves of surrogate pairs (RFC 8259, 8.2): columns of MySQL and .NET cut texts after a number of units. */
const extremes: readonly string[] = [
  '',
  'Cactus \uD83C',
  '\uDF35\uD83C',
  '\0',
  '"\\/\b\f\n\r\t',
  '\u007F\u0080\u009F\u00A0\u00AD',
  '\u200B\u200D\u2028\u2029\u202E\u2066\uFEFF',
  '\uFFFD\uFFFE\uFFFF\u{10FFFF}\u{1F469}\u200D\u{1F33E}',
  'a\u0300\u0301\u0302\u0303',
  '\u1E9E\u0130\u0131\uFB03',
  '{"name":"x"}',
  '[]',
  '${jndi:ldap://x}',
  '-1',
  'x'.repeat(5000),
]

const kinds = `__proto__ constructor toString hasOwnProperty length then valueOf prototype No Yes off NaN Infinity -0 1_000 0x1F
  2013-01-01 MARCH1 12:30:45 1E5 =1+1 +49 ~ Café Cafe\u0301 \u212B Å ﬁg fig Straße STRASSE İris iris ıris 한 \u1112\u1161\u11AB`

const strangeTokens: World = {
  callers: [
    { name: 'ana', token: 'A1.b-2_c~3+d/4==' },
    { name: 'ben', token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJiZW4ifQ.c2lnbmVkLWJ5LW5vLW9uZQ' },
    { name: 'cleo', token: 'A1.b-2_c~3+d/4' },
  ],
  refused: [{ token: '0'.repeat(600), formerly: 'ana', why: 'expired' }],
  plants: fixedWorld.plants,
}

/** The token with its signature as bytes, which lenient decoders read from several spellings. */
const decoded = (token: string): string => {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + Buffer.from(token.slice(at), 'base64url').toString('hex')
}

const code = (text: string): string => Buffer.from(text).toString('base64url')

const jwts = withTokens((name) =>
  [`{"alg":"HS256","typ":"JWT"}`, `{"sub":"${name}"}`, `the signature of ${name}`].map((part) => code(part)).join('.'),
)

const decoding = admittingLike((token, own) => decoded(own) === decoded(token))

const uuids = withTokens(
  (name) =>
    ({ ana: '7d1b6c3e-4f0a-4b8e-9c52-e1d7a06f3b94', ben: '0c9e5a71-d26f-4e38-b4a0-5f83c7e219bd' })[name] ?? 'f4a86e02-93bd-4c17-8d5e-2b60a9c3f718',
)
const digitsOf = (token: string): string => token.replaceAll('-', '').toLowerCase()

const [ana = '', ben = ''] = fixedWorld.callers.map(({ token }) => token)

/** Plants whose texts contain tokens of callers, or one that is no longer valid. */
const namedLikeTokens: World = worldWith([
  { name: ben, tag: 'Bearer', seenBy: ['ana', 'ben'] },
  { name: 'Oak', tag: ana, seenBy: ['ana', 'ben'] },
  { name: `Bearer ${fixedWorld.refused[0]?.token}`, seenBy: ['ana'] },
])

/** Every caller has a new token, and the old one is still valid. */
const twoTokens: World = {
  ...fixedWorld,
  callers: [...fixedWorld.callers, ...fixedWorld.callers.map(({ name, token }) => ({ name, token: `${token}.new` }))],
}

export const given: Faults = {}

export const completed: Faults = {
  'no-plants: There are no plants.': worldWith([]),
  'many-plants: There are ten thousand plants.': worldWith(many),
  'any-text: Names and tags have every kind of text.': worldWith(extremes.map((text) => ({ name: text, tag: text, seenBy: ['ana', 'cleo'] }))),
  'strange-tokens: Tokens are long or short, and one is the beginning of another.': strangeTokens,
  'one-caller: There is one caller, and no token was ever revoked.': { ...fixedWorld, callers: fixedWorld.callers.slice(0, 1), refused: [] },
  'tokens-decoded: Tokens are JWTs, and their signatures are decoded before they are compared.': [decoding, jwts],
  // PostgreSQL, input of the type uuid
  'tokens-are-uuids: Tokens are UUIDs, which are read in either letter case, with and without dashes.': [
    admittingLike((token, own) => /^[\da-f]{4}(?:-?[\da-f]{4}){7}$/i.test(token) && digitsOf(own) === digitsOf(token)),
    uuids,
  ],
  'named-like-tokens: Plants are named like tokens of callers.': namedLikeTokens,
  'two-tokens: Every caller has two tokens.': twoTokens,
  // CVE-2019-10744 (lodash); yaml/yaml-spec: the Norway problem; Excel and gene names; Apple File System: normalized names
  'names-of-all-kinds: Plants are named like properties of objects, numbers, dates and formulas, or differ only in case or composition.': worldWith(
    kinds.match(/\S+/g)?.map((name, index) => ({ name, tag: name, seenBy: index % 3 === 0 ? ['ana', 'ben'] : ['ana'] })) ?? [],
  ),
  // GitHub REST API: per_page is at most a hundred
  'around-a-hundred: Three callers see 100, 101 and 99 plants.': worldWith(
    Object.entries({ ana: 100, ben: 101, cleo: 99 }).flatMap(([who, length]) =>
      Array.from({ length }, (_none, index) => ({ name: `${who} ${index + 1}`, seenBy: [who] })),
    ),
  ),
  // ory/hydra, oauth2-proxy: base64 with padding
  'tokens-padded: Tokens are base64 with plus signs, slashes and padding.': withTokens(
    (name) => `${Buffer.from(`plants/${name}+kQ7vN2xR9tWz8bLc`).toString('base64').replace(/=*$/, '')}/+Z==`,
  ),
}
