/** Credentials that nobody has: of any form, and of the form of a good one. */
import * as fc from 'fast-check'
import type { Token } from '@plant-store/raw-http'
import { anyOf, visible } from './characters.ts'

const small = 'abcdefghijklmnopqrstuvwxyz'
const capital = small.toUpperCase()
const digit = '0123456789'

const anyToken = fc.string({ unit: anyOf(`${small}${capital}${digit}-._~+/`), minLength: 1, maxLength: 90 })
const anyText = fc
  .string({ unit: fc.oneof(visible, anyOf(' ')), minLength: 1, maxLength: 60 })
  .map((text) => text.trim())
const anyScheme = fc
  .string({ unit: anyOf(`${small}${capital}-`), minLength: 1, maxLength: 9 })
  .filter((scheme) => scheme.toLowerCase() !== 'bearer')

/** Values of Authorization. One that happens to carry a good token is checked as such. */
export function anyCredential(token: Token | undefined): fc.Arbitrary<string> {
  const general = [anyToken.map((text) => `Bearer ${text}`), anyText.map((text) => `Bearer ${text}`), anyText]
  if (token === undefined) {
    return fc.oneof(...general)
  }
  const { mark, length } = token
  return fc.oneof(
    ...general,
    sameKinds(token).map((text) => `Bearer ${text}`),
    anyScheme.map((scheme) => `${scheme} ${mark}`),
    fc.nat(length - 1).map((count) => `Bearer ${token.slice(0, count)}`),
    anyToken.map((text) => `Bearer ${mark}${text}`),
    anyToken.map((text) => `Bearer ${text}${mark}`),
    anyText.map((text) => `Bearer ${mark} ${text}`.trimEnd()),
  )
}

/** Digits, capitals or small letters: those among which the character is. */
export const kindOf = (character: string): string | undefined =>
  [digit, capital, small].find((one) => one.includes(character))

/** The good token with each digit, capital and small letter replaced by one of its kind. */
function sameKinds(token: Token): fc.Arbitrary<string> {
  const places = Array.from({ length: token.length }, (_, at) => {
    const kind = kindOf(token.at(at))
    return kind === undefined ? fc.constant(token.at(at)) : anyOf(kind)
  })
  return fc.tuple(...places).map((characters) => characters.join(''))
}
