/** Values of Authorization: a good token in its valid spellings, no token, and everything that is nearly a good one. */
import type { Token } from '@plant-store/raw-http'
import type { Budget } from '../../src/subject.ts'
import { words } from './characters.ts'
import { type Dimension, setting, usual, type Value } from './draft.ts'
import type { Runner } from '../runner.ts'

export function credentials({ subject, secrets, callers }: Runner): Dimension {
  const [first] = callers
  const retired = secrets.refused.flatMap(({ mark }) => [`Bearer ${mark}`, `bearer ${mark}`])
  const [unknown = 'Bearer x', ...others] = credentialsOfAnyone
  const ofAnyone = [unknown, ...retired, ...others]
  // The texts for each token are made only once.
  const made = new Map<Token, readonly string[]>()
  const nearOf = (token: Token): readonly string[] => {
    const near = made.get(token) ?? [...credentialsAlike(token), ...credentialsNear(token, subject.budget)]
    made.set(token, near)
    return near
  }
  const nearValue = (index: number): Value =>
    setting({ credentials: (token) => (token === undefined ? [] : [nearOf(token)[index] ?? 'Bearer x']) })
  return {
    name: 'credential',
    values: [
      usual,
      setting({ credentials: () => [] }),
      ...ofAnyone.map((value) => setting({ credentials: () => [value] })),
      ...(first === undefined ? [] : nearOf(first).map((_, index) => nearValue(index))),
    ],
  }
}

/** Credentials made without a good token. The last JWT names a key that the service does not know: "kid":"x". */
const credentialsOfAnyone: readonly string[] = [
  ...words(`
    x 0 null undefined true * = eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEifQ.
    eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl
    eyJhbGciOiJIUzI1NiIsImtpZCI6IngifQ.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl
    ${'A'.repeat(43)} ${'A'.repeat(3000)}`).map((token) => `Bearer ${token}`),
  'Bearer',
  'Bearer ,',
  'Bearer "x"',
  'Bearer a b',
  'Basic YW5hOnNlY3JldA==',
  'Digest username="ana", realm="plant-store"',
  'Negotiate YII=',
  'x',
  ',',
]

/** Characters of each base64 alphabet and their counterparts in the other. */
const siblings: Readonly<Record<string, string>> = { '-': '+', _: '/', '+': '-', '/': '_' }

/** JWT headers that declare the token unsigned (RFC 7519, 6). */
const headsOfUnsigned = ['none', 'None', 'NONE'].map((alg) =>
  Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url'),
)

/** Variants of the token that decoders, patterns and paths take for the token itself. */
function credentialsAlike(token: Token): readonly string[] {
  const { length } = token
  const everywhere = Array.from({ length }, (_, at) => at)
  const replaced = (at: number, text: string): string => `${token.slice(0, at)}${text}${token.slice(at + 1)}`
  const inOtherAlphabet = everywhere.flatMap((at) => {
    const sibling = siblings[token.at(at)]
    return sibling === undefined ? [] : [replaced(at, sibling)]
  })
  const inCode = `%${(token.at(0).codePointAt(0) ?? 0).toString(16).toUpperCase()}`
  const dots = everywhere.filter((at) => token.at(at) === '.')
  const end = (dots.at(-1) ?? -1) + 1
  const ofJwt = [
    ...['', 'x'].map((text) => `${token.slice(0, end)}${text}`),
    ...headsOfUnsigned.map((head) => `${head}${token.slice(dots[0] ?? 0, end)}`),
  ]
  const dashes = [-1, ...everywhere.filter((at) => token.at(at) === '-')]
  const undashed = dashes.map((at, part) => token.slice(at + 1, dashes[part + 1] ?? length)).join('')
  const numbered = everywhere.filter((at) => /\d/.test(token.at(at))).slice(0, 1)
  const swapped = everywhere.filter((at) => at > 0 && token.at(at) !== token.at(at - 1)).slice(0, 1)
  return [
    ...inOtherAlphabet.slice(0, 4),
    replaced(0, inCode),
    ...(end === 0 ? [] : ofJwt),
    // These have a special meaning in patterns and paths.
    ...['_', '%', '.+', '.*'].map((text) => `${token.slice(0, length - 1)}${text}`),
    replaced(length >> 1, '_'),
    `./${token.slice(0)}`,
    ...(dashes.length > 1 ? [undashed] : []),
    ...numbered.map((at) => `${token.slice(0, at)}0${token.slice(at)}`),
    ...swapped.map(
      (at) =>
        token.slice(0, at - 1) + token.slice(at, at + 1) + token.slice(at - 1, at) + token.slice(at + 1),
    ),
  ].map((text) => `Bearer ${text}`)
}

const otherSchemes = words(`
  Basic Digest Token ApiKey JWT OAuth MAC Negotiate Bearer2 Bear XBearer DPoP PrivateToken xearer Bexrer Bearex`)

/** Everything that is nearly a good token, and the token itself with the scheme in every letter case. */
function credentialsNear(token: Token, budget: Budget): readonly string[] {
  const { mark, length, otherCase } = token
  return [
    ...['Bearer', 'bearer', 'BEARER', 'bEaReR'].map((scheme) => `${scheme} ${mark}`),
    ...[2, 3, 1500].map((spaces) => `Bearer${' '.repeat(spaces)}${mark}`),
    ...otherSchemes.map((scheme) => `${scheme} ${mark}`),
    // As the name or the password of Basic, as some APIs expect it; and encoded in base64 once more.
    ...[['', ':'], [':'], ['x:'], ['', ':x']].map(
      ([before, behind]) => `Basic ${token.base64(before, behind)}`,
    ),
    `Bearer ${token.base64()}`,
    ...malformed.map((text) => text.replaceAll('…', mark)),
    ...within(length, budget, [1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, length >> 1]).flatMap((count) => [
      `Bearer ${token.slice(0, count)}`,
      `Bearer ${token.slice(length - count)}`,
    ]),
    ...within(length, budget, [0, 1, 4, 8, length >> 1]).map((at) => `Bearer ${withOther(token, at)}`),
    ...['A', '0', '=', '.', '-', 'AAAAAAAAAAAAAAAA', mark].flatMap((more) => [
      `Bearer ${mark}${more}`,
      `Bearer ${more}${mark}`,
    ]),
    ...(otherCase === undefined ? [] : [`Bearer ${otherCase}`]),
  ]
}

/** The token stands for the dots. Some parsers take a no-break space for a space. */
const malformed = [
  '… | Bearer… | Bearer\t… | Bearer: … | Bearer=… | Bearer Bearer … | Bearer … x | Bearer x … | Bearer … … | Bearer …,',
  'Bearer …; | Bearer …, Bearer … | Basic YW5hOnNlY3JldA==, Bearer … | Bearer "…" | Bearer \'…\' | Bearer <…>',
  'Bearer token="…" | Bearer token=… | Bearer access_token=… | Bearer %20… | , Bearer …',
  'Bearer\u00A0… | Bearer …\u00A0 | \u00A0Bearer …',
].flatMap((line) => line.split(' | '))

/** Some places, from the beginning and as far from the end; before a release, all. */
function within(length: number, budget: Budget, some: readonly number[]): readonly number[] {
  const all = Array.from({ length }, (_, index) => index)
  const both = [...some, length - 1, length - 2, length - 4, length - 8]
  return [...new Set(budget === 'deep' ? all : both)].filter((at) => at >= 0 && at < length)
}

const kinds = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

/** Replaces one character with another of the same kind. */
function withOther(token: Token, at: number): string {
  const character = token.at(at)
  const kind = kinds.find((one) => one.includes(character))
  const other = kind === undefined ? 'x' : kind.charAt((kind.indexOf(character) + 1) % kind.length)
  return `${token.slice(0, at)}${other}${token.slice(at + 1)}`
}
