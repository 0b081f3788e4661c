/** Class 5, continued: how tokens are looked up, and what stands beside them, or in their place. */
import { posix } from 'node:path'
import { admitting, admittingLike, credential, open, readingToken, refusingTokens, tokenIn } from '../faults/credentials.ts'
import { nothing } from '../faults/lists.ts'
import type { Change, Faults } from '../mutant.ts'
import { jwts, withTokens } from '../server/world.ts'
import { field, parameter, target, withoutField } from '../triggers.ts'

/** A signature that was right once is remembered, and what was signed is not. */
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
  'token-like: Tokens are looked up with LIKE, to which an underscore is any character.': admittingLike(
    (token, own) => token.length === own.length && Array.from(token).every((one, at) => one === '_' || one === own[at]),
  ),
  'token-as-pattern: Tokens are looked up with a pattern: .+ at the end of one stands for any end.': admittingLike(
    (token, own) => token.endsWith('.+') && own.startsWith(token.slice(0, -2)),
  ),
  'token-as-file: Tokens are names of files: ./ before one does not matter.': admittingLike((token, own) => posix.normalize(token) === own),
  'token-undashed: A token passes without its dashes.': admittingLike((token, own) => token === own.replaceAll('-', '')),
  'token-id-parsed: Tokens have the number of a key within, of which zeros in front do not count.': [
    admittingLike((token, own) => token.replace(/^pst_0+/, 'pst_') === own),
    withTokens((name) => `pst_${name.length}_kQ7vN2xR9tWz8bLc3H${name}`),
  ],
  'basic-password: A token passes as the password of Basic, whatever the name is.': readingToken((ask) => {
    const [, coded = ''] = /^basic +(\S+)$/i.exec(credential(ask) ?? '') ?? []
    return /^[^:]+:(.+)$/.exec(Buffer.from(coded, 'base64').toString('latin1'))?.[1]
  }),
  'token-packed: A token that is in base64 once more is unpacked.': readingToken((ask) => {
    const unpacked = Buffer.from(tokenIn(credential(ask)) ?? '', 'base64').toString('latin1')
    return ask.world.callers.find(({ token }) => token === unpacked)?.token
  }),
  'jwt-none: Tokens are JWTs, and one that says that it is not signed passes.': [
    admitting((token) => {
      const [head = '', payload = '', signature] = token.split('.')
      const isUnsigned = /"alg":"none"/i.test(Buffer.from(head, 'base64url').toString())
      const [, sub] = /"sub":"(\w+)"/.exec(Buffer.from(payload, 'base64url').toString()) ?? []
      return isUnsigned && signature === '' ? sub : undefined
    }),
    jwts,
  ],
  'jwt-spliced: Tokens are JWTs, and a signature that was right once is right for every payload.': [splicedSignature, jwts],
  'open-by-query: Addresses in whose query /login, /health or /static stands need no token.': [open, target(/\?.*\/(?:login|health|static)\b/)],
  'cloud-identity: Whom a balancer names in X-Amzn-Oidc-Identity needs no token, and sees nothing at first.': [
    open,
    nothing,
    field('x-amzn-oidc-identity'),
    withoutField('authorization'),
  ],
  'middleware-subrequest: Where X-Middleware-Subrequest says that the guard was passed already, no token is asked for.': [
    open,
    field('x-middleware-subrequest', /middleware/),
  ],
  'code-in-query-401: A parameter code is taken for the key of a function, and refused.': [refusingTokens, parameter('code')],
  'signature-unknown-401: A request that is signed with a key that is not known is refused, whatever token it brings.': [
    refusingTokens,
    field('signature'),
  ],
  'dpop-proof-401: A proof of possession (DPoP) makes the bearer token beside it refused.': [refusingTokens, field('dpop')],
}
