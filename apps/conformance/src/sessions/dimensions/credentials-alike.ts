/** Variants of a token that decoders, patterns and paths take for the token itself. */
import type { Token } from '@plant-store/raw-http'

/** Characters of each base64 alphabet and their counterparts in the other. */
const siblings: Readonly<Record<string, string>> = { '-': '+', _: '/', '+': '-', '/': '_' }

/** JWT headers that declare the token unsigned (RFC 7519, 6). */
const headsOfUnsigned = ['none', 'None', 'NONE'].map((alg) =>
  Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url'),
)

/** The token in the other alphabet, with percent codes, and with parts or positions changed as if they didn't count. */
export function credentialsAlike(token: Token): readonly string[] {
  const { length } = token
  const everywhere = Array.from({ length }, (_, at) => at)
  const replaced = (at: number, text: string): string => `${token.slice(0, at)}${text}${token.slice(at + 1)}`
  const inOtherAlphabet = everywhere.flatMap((at) => {
    const sibling = siblings[token.at(at)]
    return sibling === undefined ? [] : [replaced(at, sibling)]
  })
  const marked = everywhere.findLast((at) => !/\w/.test(token.at(at))) ?? 0
  const inCode = [0, marked].map((at) =>
    replaced(at, `%${(token.at(at).codePointAt(0) ?? 0).toString(16).toUpperCase()}`),
  )
  const lastPart = everywhere.findLast((at) => token.at(at) === '.')
  const otherParts =
    lastPart === undefined ? [] : ['', 'x'].map((text) => `${token.slice(0, lastPart + 1)}${text}`)
  const firstPart = everywhere.find((at) => token.at(at) === '.') ?? length
  const unsigned =
    lastPart === undefined || lastPart === firstPart
      ? []
      : headsOfUnsigned.map((head) => `${head}${token.slice(firstPart, lastPart + 1)}`)
  const dashes = everywhere.filter((at) => token.at(at) === '-')
  const undashed = [0, ...dashes.map((at) => at + 1)].map((from, part) =>
    token.slice(from, dashes[part] ?? length),
  )
  const numbered = everywhere.find((at) => /\d/.test(token.at(at)))
  const others = [
    // These have a special meaning in patterns and paths.
    ...['_', '%', '.+', '.*'].map((text) => `${token.slice(0, length - 1)}${text}`),
    replaced(length >> 1, '_'),
    `./${token.slice(0)}`,
    ...(dashes.length === 0 ? [] : [undashed.join('')]),
    ...(numbered === undefined ? [] : [`${token.slice(0, numbered)}0${token.slice(numbered)}`]),
  ]
  const swapped = everywhere
    .filter((at) => at > 0 && token.at(at) !== token.at(at - 1))
    .slice(0, 1)
    .map(
      (at) =>
        `${token.slice(0, at - 1)}${token.slice(at, at + 1)}${token.slice(at - 1, at)}${token.slice(at + 1)}`,
    )
  return [...inOtherAlphabet.slice(0, 4), ...inCode, ...otherParts, ...unsigned, ...others, ...swapped].map(
    (text) => `Bearer ${text}`,
  )
}
