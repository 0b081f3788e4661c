/** Values of Authorization: a good token in its valid spellings, no token, and everything that is nearly a good one. */
import type { Token } from '@plant-store/raw-http'
import type { Budget } from '../../subject.ts'
import { type Dimension, draw, type Setting, setting, usual, type Value } from './draft.ts'
import { anyCredential } from '../generate/credentials.ts'
import { credentialsAlike } from './credentials-alike.ts'
import { words } from '../generate/characters.ts'

export function credentials(place: Setting): Dimension {
  const { subject, secrets, callers } = place.runner
  const [first] = callers
  const [unknown = 'Bearer x', ...others] = credentialsOfAnyone
  const ofAnyone = [
    unknown,
    ...retiredCredentials(secrets.refused),
    ...others,
    ...draw(place, anyCredential(first), 2),
  ]
  const near = perToken((token) => nearCredentials(token, subject.budget))
  return {
    name: 'credential',
    besideAll: 1,
    values: [
      usual,
      setting({ credentials: () => [] }),
      ...ofAnyone.map((value) => setting({ credentials: () => [value] })),
      ...(first === undefined ? [] : near(first).map((_, index) => nearValue(near, index))),
    ],
  }
}

/** The token in its valid spellings, and everything that is nearly one of them. */
const nearCredentials = (token: Token, budget: Budget): readonly string[] => [
  ...credentialsAlike(token),
  ...credentialsNear(token, budget),
]

type PerToken = (token: Token) => readonly string[]

const nearValue = (near: PerToken, index: number): Value =>
  setting({ credentials: (token) => (token === undefined ? [] : [near(token)[index] ?? 'Bearer x']) })

/** Makes the texts for each token only once. */
function perToken(make: PerToken): PerToken {
  const made = new Map<Token, readonly string[]>()
  return (token) => {
    const known = made.get(token) ?? make(token)
    made.set(token, known)
    return known
  }
}

/** Credentials made without a good token. */
const credentialsOfAnyone: readonly string[] = [
  // The last JWT names a key that the service does not know: "kid":"x".
  ...words(`
    x 0 null undefined true * = eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEifQ.
    eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl
    eyJhbGciOiJIUzI1NiIsImtpZCI6IngifQ.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl
    ${'A'.repeat(43)} ${'A'.repeat(3000)}`).map((token) => `Bearer ${token}`),
  'Bearer',
  'Bearer ,',
  'Bearer "x"',
  'Bearer realm="plant-store"',
  'Bearer a b',
  'Basic YW5hOnNlY3JldA==',
  'Digest username="ana", realm="plant-store"',
  'Negotiate YII=',
  'x',
  ',',
]

/** Credentials with tokens that used to be good, or never were. */
function retiredCredentials(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ mark }) => [`Bearer ${mark}`, `bearer ${mark}`])
}

const otherSchemes = [
  ...words('Basic Digest Token ApiKey JWT OAuth MAC Negotiate Bearer2 Bear XBearer DPoP PrivateToken'),
  // One letter replaced.
  ...Array.from({ length: 6 }, (_, at) => `${'Bearer'.slice(0, at)}x${'Bearer'.slice(at + 1)}`),
]

/** Everything that is nearly a good token, and the token itself with the scheme in every letter case. */
function credentialsNear(token: Token, budget: Budget): readonly string[] {
  const { mark, length, otherCase } = token
  return [
    ...['Bearer', 'bearer', 'BEARER', 'bEaReR'].map((scheme) => `${scheme} ${mark}`),
    `Bearer  ${mark}`,
    `bearer   ${mark}`,
    `Bearer${' '.repeat(1500)}${mark}`,
    ...otherSchemes.map((scheme) => `${scheme} ${mark}`),
    // As the name or the password of Basic, as some APIs expect it; and encoded in base64 once more.
    ...[['', ':'], [':'], ['x:'], ['', ':x']].map(
      ([before, behind]) => `Basic ${token.base64(before, behind)}`,
    ),
    `Bearer ${token.base64()}`,
    ...malformed(mark),
    ...lengths(length, budget).flatMap((count) => [
      `Bearer ${token.slice(0, count)}`,
      `Bearer ${token.slice(length - count)}`,
    ]),
    ...places(length, budget).map((at) => `Bearer ${withOther(token, at)}`),
    ...['A', '0', '=', '.', '-', 'AAAAAAAAAAAAAAAA', mark].flatMap((more) => [
      `Bearer ${mark}${more}`,
      `Bearer ${more}${mark}`,
    ]),
    ...(otherCase === undefined ? [] : [`Bearer ${otherCase}`]),
  ]
}

function malformed(token: string): readonly string[] {
  return [
    token,
    `Bearer${token}`,
    `Bearer\t${token}`,
    `Bearer: ${token}`,
    `Bearer=${token}`,
    `Bearer Bearer ${token}`,
    `Bearer ${token} x`,
    `Bearer x ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},`,
    `Bearer ${token};`,
    `Bearer ${token}, Bearer ${token}`,
    `Basic YW5hOnNlY3JldA==, Bearer ${token}`,
    `Bearer "${token}"`,
    `Bearer '${token}'`,
    `Bearer <${token}>`,
    `Bearer token="${token}"`,
    `Bearer token=${token}`,
    `Bearer access_token=${token}`,
    // An octet that some parsers take for a space.
    `Bearer\u00A0${token}`,
    `Bearer ${token}\u00A0`,
    `\u00A0Bearer ${token}`,
    `Bearer %20${token}`,
    `, Bearer ${token}`,
  ]
}

/** Some numbers, as far as they are below the length; before a release, all below it. */
function within(length: number, budget: Budget, some: readonly number[]): readonly number[] {
  const all = Array.from({ length }, (_, index) => index)
  return [...new Set(budget === 'deep' ? all : some)].filter((number) => number >= 0 && number < length)
}

/** How much of a token is kept: an end of each class of lengths. */
function lengths(length: number, budget: Budget): readonly number[] {
  const fromEnd = [length >> 1, length - 8, length - 4, length - 2, length - 1]
  const some = [1, 2, 4, 7, 8, 12, 16, 20, 24, 32, 40, 48, 64, ...fromEnd]
  return within(length, budget, some).filter((count) => count > 0)
}

const places = (length: number, budget: Budget): readonly number[] =>
  within(length, budget, [0, 1, 4, 8, length >> 1, length - 5, length - 2, length - 1])

/** Replaces one character with another of the same kind. */
function withOther(token: Token, at: number): string {
  const character = token.at(at)
  const kind = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'].find((one) =>
    one.includes(character),
  )
  const other = kind === undefined ? 'x' : kind.charAt((kind.indexOf(character) + 1) % kind.length)
  return `${token.slice(0, at)}${other}${token.slice(at + 1)}`
}
