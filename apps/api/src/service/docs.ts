/** The documentation page of the operator's listener, and the way of the requests that it sends. */
import { hash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { isCurrent } from './entity-tag.ts'
import type { Middleware } from './middleware.ts'

/** Where the page is. */
export const docsPath = '/docs'

/** Where the page sends its requests: it may ask no origin but its own, and the service allows no other origin to ask it. */
const tryPath = `${docsPath}/try`

/**
 * Answers with the page for a document (YAML), written when it is asked for first. `serviceUrl` says where the service
 * listens, once it does.
 */
export function serveDocs(document: Buffer, serviceUrl: () => string): Middleware {
  let written: ReturnType<typeof write> | undefined
  return async (ctx) => {
    const { text, headers } = await (written ??= write(document, serviceUrl()))
    ctx.set(headers)
    if (isCurrent(ctx.headers['if-none-match'], headers.ETag)) ctx.status = 304
    else ctx.body = text
  }
}

async function write(document: Buffer, serviceUrl: string) {
  // Loaded only here: most services never show it.
  const { writePage } = await import('../docs/write-page.ts')
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
 * What the page sends below `/docs/try` is answered by the service as if it had come there: the same limits, headers, log
 * lines and metrics. Everything else is the operator's.
 */
export function passOnTries(service: RequestListener, operator: RequestListener): RequestListener {
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
