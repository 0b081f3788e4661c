/** Tokens that are equal once they are decoded. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** How many values of the last character stand for the same octets, by the length of the code modulo 4. */
const alike: readonly number[] = [1, Infinity, 16, 4]

/**
 * Whether the base64url at the end of both tokens, a JWT's signature or the whole token, stands for the same octets. To
 * PyJWT and golang-jwt such tokens are the same: libraries accept them with or without `=` at the end, and ignore the
 * unused bits of the last character. Python's library and others also accept `+` for `-`; Python's skips characters
 * that it does not know.
 */
export const isSameDecoded = (one: string, other: string): boolean => normalize(one) === normalize(other)

function normalize(token: string): string {
  const [, head = '', signature] = /^(eyJ[\w-]*\.[\w-]+\.)([^.]+)$/.exec(token) ?? []
  const urlSafe = (signature ?? token).replaceAll('+', '-').replaceAll('/', '_')
  const code = signature === undefined ? urlSafe.replace(/=+$/, '') : urlSafe.replaceAll(/[^\w-]/g, '')
  const values = alike[code.length % 4] ?? 1
  // No octets are encoded with such a length, or with such characters.
  if (values === Infinity || !/^[\w-]+$/.test(code)) return token
  const last = alphabet.indexOf(code.slice(-1))
  return `${head}${code.slice(0, -1)}${alphabet.charAt(last - (last % values))}`
}
