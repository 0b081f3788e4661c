/** From the bearer token to the caller's session (RFC 6750, RFC 9110 section 11). */
import { type PlantReader, type SessionEnd, SessionEndedError, type TokenRefusal } from '@plant-store/store'
import { type Context, HttpError, type Middleware } from './context.ts'

/** The protection space that a challenge names. */
const realm = 'plant-store'
const challenge = { 'WWW-Authenticate': `Bearer realm="${realm}"` }
const invalidToken = { 'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_token"` }

/** RFC 9110 section 11.4: scheme, one or more spaces, token68. The scheme is case-insensitive. */
const bearerCredentials = /^bearer +([\w.~+/-]+=*)$/i

/**
 * Requires one credential, in one place: the Authorization header field. Must come before `bearerToken()`, which would
 * take a token from the query too, and accepts only one spelling: `Bearer`, one space, the token. Throws
 * `misplacedCredential` or `missingToken`.
 */
export const requireOneCredential: Middleware = (ctx, next) => {
  if (ctx.state.authorizationLines > 1 || ctx.query['access_token'] !== undefined) {
    ctx.state.refusal = { refusal: 'misplaced' }
    throw new HttpError('misplacedCredential', 'credential sent twice or in the query')
  }
  const { headers } = ctx.req
  if (headers.authorization === undefined) {
    ctx.state.refusal = { refusal: 'missing' }
    throw new HttpError('missingToken', 'no Authorization header', { headers: challenge })
  }
  const token = bearerCredentials.exec(headers.authorization)?.[1]
  headers.authorization = token === undefined ? '' : `Bearer ${token}`
  return next()
}

/** Puts the token's session into the state. Must come after `bearerToken()`. Throws `refusedToken`. */
export function authenticate(reader: Pick<PlantReader, 'openSession'>): Middleware {
  return async (ctx, next) => {
    const { token } = ctx.request
    if (token === undefined) throw refuse(ctx, { refusal: 'malformed' })
    ctx.state.waitsSince = performance.now()
    const session = await reader.openSession(token, ctx.state.firstLength)
    if ('refusal' in session) throw refuse(ctx, session)
    ctx.state.session = session
    try {
      await next()
    } catch (error) {
      // The session ended while the request was under way.
      if (error instanceof SessionEndedError) throw refuse(ctx, { refusal: refusalOf[error.reason] })
      throw error
    }
  }
}

function refuse({ state }: Context, refusal: TokenRefusal): HttpError {
  state.refusal = refusal
  const reason = refusal.refusal === 'user disabled' ? 'user disabled' : `token ${refusal.refusal}`
  return new HttpError('refusedToken', reason, { headers: invalidToken })
}

const refusalOf = {
  'token expired': 'expired',
  'token revoked': 'revoked',
  'user disabled': 'user disabled',
  'user removed': 'unknown',
  'list changed': 'unknown',
} as const satisfies Record<SessionEnd, TokenRefusal['refusal']>
