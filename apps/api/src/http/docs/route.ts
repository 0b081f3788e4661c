/** The documentation page of the operator's listener, and the handling of the requests that the page sends. */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import type { Router } from '@koa/router'
import type { RequestState } from '../middleware/context.ts'
import { isCurrent } from '../middleware/respond.ts'

/** The path of the page. */
export const docsPath = '/docs'

/** Where the page sends its requests: it may call only its own origin, and the service allows no cross-origin calls. */
const tryPath = `${docsPath}/try`

const headers = {
  // Loads and calls only its own origin. The pictures of Swagger UI stand in its style sheet.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
} as const

const bundled = (name: string): URL => new URL(import.meta.resolve(`#swagger-ui/${name}`))

/** Adds the page, which is Swagger UI, and the files that it loads. The service listens at `serviceUrl`. */
export function addDocs(router: Router<RequestState>, serviceUrl: string): void {
  const files = [
    ['', 'text/html', () => Buffer.from(pageOf(serviceUrl))],
    ['/page.js', 'text/javascript', () => readFile(new URL('page.js', import.meta.url))],
    ['/swagger-ui.css', 'text/css', () => readFile(bundled('swagger-ui.css'))],
    ['/swagger-ui-bundle.js', 'text/javascript', () => readFile(bundled('swagger-ui-bundle.js'))],
  ] as const
  for (const [path, type, read] of files) {
    router.get(docsPath + path, async (ctx) => {
      const content = await read()
      const etag = `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
      ctx.set({ ...headers, 'Content-Type': `${type}; charset=utf-8`, ETag: etag })
      if (isCurrent(ctx.headers['if-none-match'], etag)) ctx.status = 304
      else ctx.body = content
    })
  }
}

/** `serviceUrl` is an address that the service made of its settings, so it has no character that HTML escapes. */
const pageOf = (serviceUrl: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <title>Plant Store</title>
  </head>
  <body data-service="${serviceUrl}">
    <noscript>This page needs JavaScript. The contract as a document: <a href="openapi.yaml">openapi.yaml</a></noscript>
    <div id="contract"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`

/**
 * Passes requests below `/docs/try` to `service`, as if they had arrived there: with the same limits, headers, log
 * lines and metrics. All other requests go to `operator`.
 */
export function forwardTryRequests(service: RequestListener, operator: RequestListener): RequestListener {
  return (req, res) => {
    const target = req.url ?? ''
    if (!target.startsWith(`${tryPath}/`)) {
      operator(req, res)
      return
    }
    req.url = target.slice(tryPath.length)
    service(req, res)
  }
}
