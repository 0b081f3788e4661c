/** Correct servers with other plants and callers, and of other sizes. */
import { admittingLike } from '../faults/credentials.ts'
import type { Faults } from '../mutant.ts'
import { fixedWorld, jwts, type SeenPlant, withTokens, type World, worldOf, worldWith } from '../server/world.ts'

const many: readonly SeenPlant[] = Array.from({ length: 10_000 }, (_none, index) => ({
  name: `Plant ${index}`,
  ...(index % 3 === 0 && { tag: `kind ${index % 7}` }),
  seenBy: index % 100 === 0 ? ['ana', 'ben'] : ['ana'],
}))

const extremes: readonly string[] = [
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

const strangeTokens: World = {
  callers: [
    { name: 'ana', token: 'A1.b-2_c~3+d/4==' },
    { name: 'ben', token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJiZW4ifQ.c2lnbmVkLWJ5LW5vLW9uZQ' },
    { name: 'cleo', token: 'A1.b-2_c~3+d/4' },
  ],
  refused: [{ token: '0'.repeat(600), formerly: 'ana', why: 'expired' }],
  plants: fixedWorld.plants,
}

/** The token with its signature as octets, which lenient decoders read from several spellings. */
const decoded = (token: string): string => {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + Buffer.from(token.slice(at), 'base64url').toString('hex')
}

const decoding = admittingLike((token, own) => decoded(own) === decoded(token))

const uuids = withTokens(
  (name) =>
    ({ ana: '7d1b6c3e-4f0a-4b8e-9c52-e1d7a06f3b94', ben: '0c9e5a71-d26f-4e38-b4a0-5f83c7e219bd' })[name] ?? 'f4a86e02-93bd-4c17-8d5e-2b60a9c3f718',
)
const digitsOf = (token: string): string => token.replaceAll('-', '').toLowerCase()

const bothSee = (name: string): SeenPlant => ({ name, seenBy: ['ana', 'ben'] })
const people = (count: number): World => ({
  callers: Array.from({ length: count }, (_none, index) => ({ name: `person-${index}`, token: `t${index}.${'aZ9-_~'.repeat(3)}${index}` })),
  refused: [],
  plants: Array.from({ length: count }, (_none, index) => ({ name: `Plant ${index}`, seenBy: [`person-${index}`, `person-${(index + 1) % count}`] })),
})

const alder = (...seenBy: readonly string[]): SeenPlant => ({ name: 'Alder', tag: 'Alnus', seenBy })

const words: Readonly<Record<string, string>> = { ana: 'null', ben: 'undefined', cleo: '0' }
const wordsOfRequests: Readonly<Record<string, string>> = { ana: 'Bearer', ben: 'plants', cleo: 'nobody-has-this-one' }
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

const beginnings: World = {
  ...fixedWorld,
  refused: [
    { token: ana.slice(0, 20), formerly: 'ana', why: 'revoked' },
    { token: `${ben}-1`, formerly: 'ben', why: 'expired' },
  ],
}

export const given: Faults = {
  'given-tokens-decoded: Tokens are JWTs, and a library decodes them leniently.': [decoding, jwts],
}

export const completed: Faults = {
  'no-plants: There are no plants.': worldWith([]),
  'single-plant-for-all: There is one plant, and every caller sees it.': worldWith([alder('ana', 'ben', 'cleo')]),
  'equal-plants: All plants have the same name and tag.': worldWith(Array.from({ length: 12 }, () => alder('ana', 'ben'))),
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
  'twins: Two callers see the same plants.': worldOf({ Alder: 'ana ben', Oak: 'ana ben', Elm: '' }),
  "beginning-of-another: One caller's list is the beginning of another's.": worldWith([
    bothSee('Alder'),
    bothSee('Oak'),
    { name: 'Elm', seenBy: ['ana'] },
    { name: 'Yew', tag: 'Taxus', seenBy: ['ana'] },
  ]),
  'empty-texts: One plant has an empty name, another an empty tag.': worldWith([
    bothSee(''),
    { name: 'Oak', tag: '', seenBy: ['ana'] },
    { name: '', tag: '', seenBy: ['ben'] },
  ]),
  'sixty-callers: There are sixty callers.': people(60),
  'long-tokens: Tokens have three thousand characters.': withTokens((name) => `${name}${'.eyJhbGciOiJIUzI1NiJ9'.repeat(150)}`),
  'long-names: Names have fifty thousand characters.': worldWith([
    { name: '木'.repeat(50_000), tag: 'x'.repeat(50_000), seenBy: ['ana', 'ben'] },
    { name: 'Oak', seenBy: ['ana'] },
  ]),
  'named-like-tokens: Plants are named like tokens of callers.': namedLikeTokens,
  'tokens-of-words: Tokens are words that mean nothing elsewhere, such as null.': withTokens((name) => words[name] ?? name),
  'tokens-of-request-words: Tokens are words that also occur in requests.': withTokens((name) => wordsOfRequests[name] ?? name),
  'two-tokens: Every caller has two tokens.': twoTokens,
  'retired-beginning: A revoked token is the beginning of a valid one, and an expired one extends another.': beginnings,
  // JSON strings may contain half of a surrogate pair, escaped (RFC 8259, 8.2).
  'cut-characters: Names and tags are cut in the middle of an emoji.': worldWith([
    { name: 'Cactus \uD83C', seenBy: ['ana', 'ben'] },
    { name: 'Oak', tag: '\uDF35 Quercus', seenBy: ['ana'] },
    { name: 'Elm', seenBy: ['ben'] },
  ]),
}
