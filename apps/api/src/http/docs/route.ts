/** The documentation page of the operator's listener, and the handling of the requests that the page sends. */
import { hash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { isCurrent } from '../middleware/respond.ts'
import type { Middleware } from '../middleware/context.ts'

/** The path of the page. */
export const docsPath = '/docs'

/** Where the page sends its requests: it may call only its own origin, and the service allows no cross-origin calls. */
const tryPath = `${docsPath}/try`

/** Answers with the page for a document (YAML), which is written at the first request. The service listens at `serviceUrl`. */
export function serveDocs(document: Buffer, serviceUrl: string): Middleware {
  let written: ReturnType<typeof write> | undefined
  return async (ctx) => {
    written ??= write(document, serviceUrl)
    const { text, headers } = await written.catch((error: unknown) => {
      // The next request tries again: what failed may have been a read of a file.
      written = undefined
      throw error
    })
    ctx.set(headers)
    if (isCurrent(ctx.headers['if-none-match'], headers.ETag)) ctx.status = 304
    else ctx.body = text
  }
}

async function write(document: Buffer, serviceUrl: string) {
  // Loaded only on demand: most services never show the page.
  const { writePage } = await import('./write-page.ts')
  const { text, policy } = writePage(document.toString(), serviceUrl)
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
    ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
  }
  return { text, headers }
}

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
