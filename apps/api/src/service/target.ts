/** The target of a request: its path and its query as Koa hands them out, whatever came. */
import { parse, type ParsedUrlQuery } from 'node:querystring'
import type Koa from 'koa'
import type { Middleware } from './middleware.ts'

/** Scheme and authority (RFC 9112 section 3.2.2), well-formed or not; then what can stand in a path and a query. */
const parts = /^(?:[a-z][\w+.-]*:\/\/[^/?#]*)?([!"$-~]*)/i

/**
 * A whole address as the target means the same as its path: only path and query stay in `ctx.url`, as far as they can be
 * read; what came is in `ctx.originalUrl`. Koa reads whole addresses, and targets with a fragment, with `url.parse`, which
 * throws for some (`http://%@a/`, `//#@"*a:`) wherever `ctx.path` is asked for, in a listener of an event as well, and
 * takes a part of some hosts for the path (`http://a;b/`).
 */
export const useOriginForm: Middleware = (ctx, next) => {
  const [, rest = ''] = parts.exec(ctx.url) ?? []
  ctx.url = rest.startsWith('/') || rest === '*' ? rest : `/${rest}`
  return next()
}

const parsed = Symbol('parsed query')

/** A Koa request that may carry its parsed query. */
interface QueryCarrier {
  readonly querystring: string
  [parsed]?: { readonly text: string; readonly query: ParsedUrlQuery }
}

/**
 * `ctx.query` as Koa documents it: text, or an array of texts where a name is repeated. Koa's own takes time quadratic
 * in the number of parameters: 15 KB of `a&a&…` would hold the event loop for half a second, before anyone is
 * authenticated. It is parsed once and read three times: `limit=20` takes 1.5 µs, which is little, but 8000 octets 280.
 */
export function parseQueryInLinearTime(app: Koa): void {
  Object.defineProperty(app.request, 'query', {
    get(this: QueryCarrier) {
      const { querystring: text } = this
      // Without `maxKeys: 0` parameters beyond the thousandth would be dropped, a repeated `limit` among them.
      if (this[parsed]?.text !== text) this[parsed] = { text, query: parse(text, '&', '=', { maxKeys: 0 }) }
      return this[parsed]?.query
    },
  })
}
