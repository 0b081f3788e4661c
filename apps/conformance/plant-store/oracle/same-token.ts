/** Tokens that are equal once they are decoded. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** How many values of the last character stand for the same bytes, by the length of the code modulo 4. */
const alike: readonly number[] = [1, Infinity, 16, 4]

/**
 * Whether both are the same UUID, or the base64url at the end of both, a JWT's signature or the whole token, stands for
 * the same bytes. To PyJWT and golang-jwt such tokens are the same: libraries accept them with or without `=` at the
 * end, and ignore the unused bits of the last character. Python's library and others also accept `+` for `-`; Python's
 * skips characters that it does not know.
 */
export const isSameDecoded = (accepted: string, other: string): boolean =>
  normalize(accepted) === normalize(other) ||
  (uuid.test(accepted) && uuidAsRead.test(other) && digitsOf(accepted) === digitsOf(other))

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** In either letter case (RFC 9562, 4); to PostgreSQL with or without a dash behind any four digits. */
const uuidAsRead = /^[\da-f]{4}(?:-?[\da-f]{4}){7}$/i

const digitsOf = (token: string): string => token.replaceAll('-', '').toLowerCase()

function normalize(token: string): string {
  const [, head = '', signature] = /^(eyJ[\w-]*\.[\w-]+\.)([^.]+)$/.exec(token) ?? []
  const urlSafe = (signature ?? token).replaceAll('+', '-').replaceAll('/', '_')
  const code = signature === undefined ? urlSafe.replace(/=+$/, '') : urlSafe.replaceAll(/[^\w-]/g, '')
  const values = alike[code.length % 4] ?? 1
  // No bytes are encoded with such a length, or with such characters.
  if (values === Infinity || !/^[\w-]+$/.test(code)) return token
  const last = alphabet.indexOf(code.slice(-1))
  return `${head}${code.slice(0, -1)}${alphabet.charAt(last - (last % values))}`
}
