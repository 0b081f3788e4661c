/** From method and path to the operation. Paths are compared exactly; what no operation answers is refused here. */
import { Router } from '@koa/router'
import compose from 'koa-compose'
import { Failure } from './failure.ts'
import type { Context, Middleware, RequestState } from './middleware.ts'

/** An operation of a contract, and the layers that answer it. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly layers: readonly Middleware[]
}

/** A layer that hands each request to its operation. Throws `notFound` or `methodNotAllowed` (with `Allow`). */
export function route(routes: readonly Route[]): readonly Middleware[] {
  // Without these two, /plants/ and /PLANTS would answer. The router's own `allowedMethods` is not used: its bodies are
  // text, and it answers 501 to methods that it does not know.
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  for (const { method, path, layers } of routes) {
    // Composed here once: the router composes what it is given anew for every request.
    router.register(path, [method], compose([...layers]))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it asks for a context that it extends itself
  return [router.routes() as Middleware, refuseUnrouted as Middleware]
}

function refuseUnrouted(
  ctx: Context & { matched?: readonly { readonly methods: readonly string[] }[] },
): never {
  const allowed = new Set(ctx.matched?.flatMap((layer) => layer.methods))
  if (allowed.size === 0) {
    throw new Failure('notFound', 'no such path')
  }
  throw new Failure('methodNotAllowed', 'no such method here', {
    headers: { Allow: [...allowed].toSorted().join(', ') },
  })
}
