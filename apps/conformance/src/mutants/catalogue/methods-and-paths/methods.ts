/** Methods: what is not GET or HEAD. */
import { withBody, withField } from '../../ask.ts'
import { asStatus, bodyless, both, refused, replying, sending } from '../../faults/replies.ts'
import { answeredBy, answeringMethod } from '../../faults/routes.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { method } from '../../when.ts'

const { completed } = faultsOf('methods and paths')

export const methods: readonly Mutant[] = [
  completed('post-as-get', 'POST is answered like GET.', answeringMethod('POST')),
  completed(
    'post-201',
    'POST gets 201.',
    answeredBy('POST', (reply) => ({ ...withBody(reply, '{}'), status: 201 })),
  ),
  completed('post-400', 'POST gets 400.', answeredBy('POST', refused(400))),
  completed('put-as-get', 'PUT is answered like GET.', answeringMethod('PUT')),
  completed('put-500', 'PUT gets 500.', answeredBy('PUT', refused(500))),
  completed('patch-501', 'PATCH gets 501.', answeredBy('PATCH', refused(501))),
  completed('delete-204', 'DELETE gets 204.', answeredBy('DELETE', bodyless(204))),
  completed('delete-403', 'DELETE gets 403.', answeredBy('DELETE', refused(403))),
  completed(
    'trace-echo',
    'TRACE sends the request back.',
    replying(
      (reply, ask) =>
        withField(
          {
            ...withBody(
              reply,
              `TRACE ${ask?.request.url} HTTP/1.1\r\nAuthorization: ${ask?.request.headers.authorization}\r\n`,
            ),
            status: 200,
          },
          'Content-Type',
          'message/http',
        ),
      method('TRACE'),
    ),
  ),
  completed('trace-501', 'TRACE gets 501.', answeredBy('TRACE', refused(501))),
  completed('query-as-get', 'QUERY is answered like GET.', answeringMethod('QUERY')),
  completed('query-501', 'QUERY gets 501.', answeredBy('QUERY', refused(501))),
  completed('search-as-get', 'SEARCH is answered like GET.', answeringMethod('SEARCH')),
  completed(
    'purge-200',
    'PURGE gets 200.',
    answeredBy('PURGE', (reply) => ({ ...withBody(reply, '{"status":"ok"}'), status: 200 })),
  ),
  completed('propfind-500', 'PROPFIND gets 500.', answeredBy('PROPFIND', refused(500))),
  completed('connect-silent', 'CONNECT is cut off without an answer.', silentConnect),
  completed('options-500', 'OPTIONS gets 500.', answeredBy('OPTIONS', refused(500))),
  completed('options-404', 'OPTIONS gets 404.', answeredBy('OPTIONS', refused(404))),
  completed(
    'options-without-allow',
    'OPTIONS is refused without Allow.',
    sending('Allow', undefined, method('OPTIONS')),
  ),
  completed('options-list', 'OPTIONS is answered like GET.', answeringMethod('OPTIONS')),
  completed(
    'options-allows-all',
    'OPTIONS names methods that are refused.',
    both(
      asStatus(204, method('OPTIONS')),
      answeredBy('OPTIONS', (reply) =>
        withField(withBody(reply, ''), 'Allow', 'GET, HEAD, POST, PUT, DELETE'),
      ),
    ),
  ),
  completed('connect-200', 'CONNECT opens a tunnel.', openTunnel),
  completed('method-by-header', 'A header changes the method.', ({ checkMethod }) => ({
    checkMethod: (ask) =>
      ask.request.headers['x-http-method-override'] === 'GET' ? undefined : checkMethod(ask),
  })),
  completed('method-by-parameter', 'A parameter changes the method.', ({ checkMethod }) => ({
    checkMethod: (ask) => (ask.query.get('_method') === 'GET' ? undefined : checkMethod(ask)),
  })),
  completed('post-with-content', 'POST with content is answered like GET.', ({ checkMethod }) => ({
    checkMethod: (ask) =>
      ask.method === 'POST' && Number(ask.request.headers['content-length'] ?? 0) > 0
        ? undefined
        : checkMethod(ask),
  })),
]

function openTunnel({ finish }: Steps): Partial<Steps> {
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      return ask === undefined && reply.status === 405 ? { ...finished, status: 200 } : finished
    },
  }
}

function silentConnect({ finish }: Steps): Partial<Steps> {
  return {
    finish: (reply, ask) =>
      ask === undefined && reply.status === 405 ? Promise.reject(new Error('silent')) : finish(reply, ask),
  }
}
