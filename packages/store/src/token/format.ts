/** The format of a token: `pst_`, 43 characters that nobody can guess, and 6 that reveal a typing error. */
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const mark = 'pst_'
/** 62^43 is just above 2^256: room for 256 random bits. */
const secretLength = 43
/** 62^6 is above 2^32: room for a CRC-32. */
const checkLength = 6
const visibleLength = mark.length + 8
const pattern = /^pst_[0-9A-Za-z]{49}$/

/** A new token, from 256 random bits. */
export function createSecret(): string {
  const body = mark + encodeSecret(BigInt(`0x${randomBytes(32).toString('hex')}`))
  return body + check(body)
}

/** Whether a text can be a token of this program at all; a mistyped or cut one can't. Says nothing about access. */
export function isWellFormedToken(text: string): boolean {
  return pattern.test(text) && text.endsWith(check(text.slice(0, -checkLength)))
}

/** The recognisable beginning, which may be shown and logged. */
export function visiblePrefix(secret: string): string {
  return secret.slice(0, visibleLength)
}

/** What the store keeps of a token. No salt and no stretching: 256 random bits can't be searched. */
export function hashToken(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

function encodeSecret(value: bigint): string {
  let text = ''
  for (let rest = value; text.length < secretLength; rest /= 62n)
    text = digits.charAt(Number(rest % 62n)) + text
  return text
}

function check(body: string): string {
  let text = ''
  for (let rest = crc32(body); text.length < checkLength; rest = Math.floor(rest / 62)) {
    text = digits.charAt(rest % 62) + text
  }
  return text
}
