/** From the bearer token to the principal (RFC 6750, RFC 9110 section 11). */
import type { PlantReader } from '@plant-store/store'
import { bearerToken } from 'koa-bearer-token'
import { Failure } from './failure.ts'
import { countField } from './framing.ts'
import type { Context, Middleware } from './middleware.ts'
import { decodeQuery } from './query.ts'

/** The protection space that a challenge names. */
const realm = 'plant-store'
const challenge = { 'WWW-Authenticate': `Bearer realm="${realm}"` }
const invalidToken = { 'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_token"` }

/** RFC 9110 section 11.4: scheme, one or more spaces, token68. The scheme is case-insensitive. */
const bearerCredentials = /^bearer +([\w.~+/-]+=*)$/i

/**
 * Takes the token from the Authorization header alone. The package has no switch for its other two places, the query
 * and the body; a symbol as their key never matches what a stranger sent.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types know strings only; see above
const never = Symbol('no token from here') as unknown as string
const extractToken = bearerToken({ queryKey: never, bodyKey: never })

/** Layers that put the principal into the state. They throw `misplacedCredential`, `missingToken` or `refusedToken`. */
export function authenticate(store: Pick<PlantReader, 'openSession'>): readonly Middleware[] {
  const identify: Middleware = async (ctx, next) => {
    const { token } = ctx.request
    if (token === undefined) {
      throw refuse(ctx, 'malformed', 'not a bearer credential')
    }
    const session = await store.openSession(token)
    if ('refusal' in session) {
      throw refuse(ctx, session.refusal, `token ${session.refusal}`)
    }
    ctx.state.session = session
    ctx.state.principal = session.principal
    await next()
  }
  return [requireOneCredential, extractToken as Middleware, identify]
}

/** One credential, in one place: the Authorization header. */
const requireOneCredential: Middleware = (ctx, next) => {
  if (countField(ctx.req, 'authorization') > 1 || decodeQuery(ctx.request).has('access_token')) {
    ctx.state.refusal = 'misplaced'
    throw new Failure('misplacedCredential', 'credential sent twice or in the query')
  }
  const { headers } = ctx.req
  if (headers.authorization === undefined) {
    ctx.state.refusal = 'missing'
    throw new Failure('missingToken', 'no Authorization header', { headers: challenge })
  }
  // koa-bearer-token knows one spelling: `Bearer`, one space, the token.
  const token = bearerCredentials.exec(headers.authorization)?.[1]
  headers.authorization = token === undefined ? '' : `Bearer ${token}`
  return next()
}

function refuse(ctx: Context, refusal: string, reason: string): Failure {
  ctx.state.refusal = refusal
  return new Failure('refusedToken', reason, { headers: invalidToken })
}
