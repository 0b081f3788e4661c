/** Authentication: how tokens are looked up, and what comes beside them or in their place. */
import { posix } from 'node:path'
import { admitting, admittingLike, credential, open, readingToken, refusingTokens, tokenIn } from '../faults/credentials.ts'
import { nothing } from '../faults/lists.ts'
import type { Change, Faults } from '../mutant.ts'
import { jwts, withTokens } from '../server/world.ts'
import { field, parameter, target, withoutField } from '../triggers.ts'

/** Remembers which signatures were valid, but not what they signed. */
const splicedSignature: Change = ({ findCaller }) => {
  const verified = new Set<string>()
  return {
    findCaller: (token, ask) => {
      const [, payload = '', signature = ''] = token.split('.')
      const [, sub] = /"sub":"(\w+)"/.exec(Buffer.from(payload, 'base64url').toString()) ?? []
      const known = verified.has(signature) ? ask.world.callers.find(({ name }) => name === sub) : undefined
      const found = known ?? findCaller(token, ask)
      verified.add(signature)
      return found
    },
  }
}

export const completed: Faults = {
  "token-like: Tokens are looked up with SQL's LIKE, so an underscore matches any character.": admittingLike(
    (token, own) => token.length === own.length && Array.from(token).every((one, at) => one === '_' || one === own[at]),
  ),
  'token-as-pattern: Tokens are looked up as patterns: .+ at the end of one matches any ending.': admittingLike(
    (token, own) => token.endsWith('.+') && own.startsWith(token.slice(0, -2)),
  ),
  'token-as-file: Tokens are looked up as file names: ./ before one is ignored.': admittingLike((token, own) => posix.normalize(token) === own),
  'token-undashed: A token without its dashes is accepted.': admittingLike((token, own) => token === own.replaceAll('-', '')),
  'token-id-parsed: Tokens contain a key number, and leading zeros in it are ignored.': [
    admittingLike((token, own) => token.replace(/^pst_0+/, 'pst_') === own),
    withTokens((name) => `pst_${name.length}_kQ7vN2xR9tWz8bLc3H${name}`),
  ],
  'basic-password: A token is accepted as the password of a Basic credential, whatever the user name is.': readingToken((ask) => {
    const [, coded = ''] = /^basic +(\S+)$/i.exec(credential(ask) ?? '') ?? []
    return /^[^:]+:(.+)$/.exec(Buffer.from(coded, 'base64').toString('latin1'))?.[1]
  }),
  'token-packed: A token that is base64-encoded once more is accepted.': readingToken((ask) => {
    const unpacked = Buffer.from(tokenIn(credential(ask)) ?? '', 'base64').toString('latin1')
    return ask.world.callers.find(({ token }) => token === unpacked)?.token
  }),
  'jwt-none: Tokens are JWTs, and one whose algorithm is none is accepted unsigned.': [
    admitting((token) => {
      const [head = '', payload = '', signature] = token.split('.')
      const isUnsigned = /"alg":"none"/i.test(Buffer.from(head, 'base64url').toString())
      const [, sub] = /"sub":"(\w+)"/.exec(Buffer.from(payload, 'base64url').toString()) ?? []
      return isUnsigned && signature === '' ? sub : undefined
    }),
    jwts,
  ],
  'jwt-spliced: Tokens are JWTs, and a signature that was once valid is accepted for every payload.': [splicedSignature, jwts],
  'open-by-query: An address with /login, /health or /static in its query needs no token.': [open, target(/\?.*\/(?:login|health|static)\b/)],
  'cloud-identity: A request with X-Amzn-Oidc-Identity, which load balancers set, needs no token and gets an empty list.': [
    open,
    nothing,
    field('x-amzn-oidc-identity'),
    withoutField('authorization'),
  ],
  'middleware-subrequest: A request with X-Middleware-Subrequest, as if it had passed the guard already, needs no token.': [
    open,
    field('x-middleware-subrequest', /middleware/),
  ],
  'code-in-query-401: A parameter code is taken for the key of a function, and the token is refused.': [refusingTokens, parameter('code')],
  'signature-unknown-401: A request with Signature is refused as if signed with an unknown key, whatever its token is.': [
    refusingTokens,
    field('signature'),
  ],
  'dpop-proof-401: A bearer token beside a proof of possession (DPoP) is refused.': [refusingTokens, field('dpop')],
}
