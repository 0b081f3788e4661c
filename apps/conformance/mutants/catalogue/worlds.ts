/** Correct servers of other plants and people. */
import { createHmac } from 'node:crypto'
import { admitting } from '../faults/credentials.ts'
import { type Change, variantsOf } from '../mutant.ts'
import { fixedWorld, type SeenPlant, type World, worldWith } from '../server/world.ts'

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

/** A token as libraries for JWT make it. */
function jwtFor(name: string): string {
  const [head, claims] = [{ alg: 'HS256', typ: 'JWT' }, { sub: name }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const signature = createHmac('sha256', 'a key for variants').update(`${head}.${claims}`).digest('base64url')
  return `${head}.${claims}.${signature}`
}

const jwts: World = {
  ...fixedWorld,
  callers: fixedWorld.callers.map(({ name }) => ({ name, token: jwtFor(name) })),
}

/** The signature as octets: what is decoded leniently may be spelled in several ways. */
const decoded = (token: string): string => {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + Buffer.from(token.slice(at), 'base64url').toString('hex')
}

const decoding: Change = admitting((token, { world }) => world.callers.find((caller) => decoded(caller.token) === decoded(token))?.token)

const same: Change = () => ({})
const alder = (...seenBy: readonly string[]): SeenPlant => ({ name: 'Alder', tag: 'Alnus', seenBy })

export const worlds = [
  ...variantsOf('all', {
    'no-plants': ['There are no plants.', same, worldWith([])],
    'no-access': ['There are plants, and nobody sees any.', same, worldWith([alder()])],
    'single-plant': ['There is one plant.', same, worldWith([{ name: 'Alder', seenBy: ['ana'] }])],
    'single-plant-for-all': ['There is one plant, and everybody sees it.', same, worldWith([alder('ana', 'ben', 'cleo')])],
    'equal-plants': ['All plants are called the same.', same, worldWith(Array.from({ length: 12 }, () => alder('ana', 'ben')))],
    'many-plants': ['There are ten thousand plants.', same, worldWith(many)],
    'any-text': ['Names hold every kind of text.', same, worldWith(extremes.map((text) => ({ name: text, tag: text, seenBy: ['ana', 'cleo'] })))],
    'strange-tokens': ['Tokens are long, short, or one the beginning of another.', same, strangeTokens],
    'one-caller': [
      'There is one caller, and no token was ever revoked.',
      same,
      { ...fixedWorld, callers: fixedWorld.callers.slice(0, 1), refused: [] },
    ],
    'tokens-decoded': ['Tokens are JWTs, and their signatures are decoded before they are compared.', decoding, jwts],
  }),
  ...variantsOf('given', {
    'given-tokens-decoded': ['Tokens are JWTs, by a library that decodes leniently.', decoding, jwts],
  }),
]
