/** What no route answers: 404, or 405 with the methods that the path has. */
import type { RouterContext } from '@koa/router'
import { HttpError } from './http-error.ts'

/**
 * Stands behind the router. Its own `allowedMethods` answers 501 to methods that it doesn't know, and 200 to OPTIONS.
 */
export function refuseUnrouted({ matched = [] }: Pick<RouterContext, 'matched'>): never {
  const allowed = new Set(matched.flatMap(({ methods }) => methods))
  if (allowed.size === 0) throw new HttpError('notFound', 'no such path')
  throw new HttpError('methodNotAllowed', 'no such method here', {
    headers: { Allow: [...allowed].toSorted().join(', ') },
  })
}
