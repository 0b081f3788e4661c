/** Class 9: methods. */
import { deaf } from '../faults/conditions.ts'
import { answering, asStatus, bodyless, evenWithBody, refusing, replying, sending } from '../faults/replies.ts'
import { answeringMethod, listBy, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { withBody, withField } from '../server/ask.ts'
import { field, is200, is405, malformed, method } from '../triggers.ts'

const asGet = (name: string): Change => answeringMethod((ask) => ask.method === name)
const head = method('HEAD')

function echoing(reference: Parameters<Change>[0]): ReturnType<Change> {
  return replying((reply, ask) => {
    const { url, headers } = ask?.request ?? { headers: {} }
    const echo = `TRACE ${url} HTTP/1.1\r\nAuthorization: ${headers.authorization}\r\n`
    return { ...withField(withBody(reply, echo), 'Content-Type', 'message/http'), status: 200 }
  })(reference)
}

export const completed: Faults = {
  'head-405: HEAD is refused.': [refusingAt('checkMethod', 'methodNotAllowed'), head],
  'head-404: HEAD gets 404.': [refusing(404), listBy('HEAD')],
  'head-204: HEAD gets 204.': [bodyless(204), listBy('HEAD')],
  'head-with-body: HEAD is answered with a body.': [evenWithBody, head],
  'head-with-error-body: HEAD is refused with a body.': [evenWithBody, head],
  'head-without-tag: An answer to HEAD has no ETag.': [sending('ETag', undefined), head],
  'head-other-tag: An answer to HEAD has another ETag than one to GET.': [sending('ETag', '"head"'), head, is200],
  'head-without-vary: An answer to HEAD has no Vary.': [sending('Vary', undefined), head],
  'head-length-zero: HEAD is told a length of zero.': [sending('Content-Length', '0'), head],
  'head-other-type: HEAD is told another type than GET.': [sending('Content-Type', 'text/plain'), head],
  'head-unmodified: HEAD is never answered with 304.': [deaf, head],
  'post-as-get: POST is answered like GET.': asGet('POST'),
  'post-201: POST gets 201.': [answering(201, '{}'), listBy('POST')],
  'post-400: POST gets 400.': [refusing(400), listBy('POST')],
  'post-with-content: POST with content is answered like GET.': [asGet('POST'), field('content-length', /[1-9]/)],
  'post-type-415: The type of content is looked at before the method.': [asStatus(415), method('POST'), field('content-type', /xml/)],
  'put-as-get: PUT is answered like GET.': asGet('PUT'),
  'put-500: PUT gets 500.': [refusing(500), listBy('PUT')],
  'patch-501: PATCH gets 501.': [refusing(501), listBy('PATCH')],
  'delete-204: DELETE gets 204.': [bodyless(204), listBy('DELETE')],
  'delete-403: DELETE gets 403.': [refusing(403), listBy('DELETE')],
  'trace-echo: TRACE sends the request back.': [echoing, method('TRACE')],
  'trace-501: TRACE gets 501.': [refusing(501), listBy('TRACE')],
  'query-as-get: QUERY is answered like GET.': asGet('QUERY'),
  'query-501: QUERY gets 501.': [refusing(501), listBy('QUERY')],
  'search-as-get: SEARCH is answered like GET.': asGet('SEARCH'),
  'purge-200: PURGE gets 200.': [answering(200, '{"status":"ok"}'), listBy('PURGE')],
  'propfind-500: PROPFIND gets 500.': [refusing(500), listBy('PROPFIND')],
  'connect-200: CONNECT opens a tunnel.': [asStatus(200), malformed, is405],
  'connect-silent: CONNECT is cut off without an answer.': [replying(() => Promise.reject(new Error('silent'))), malformed, is405],
  'options-500: OPTIONS gets 500.': [refusing(500), listBy('OPTIONS')],
  'options-404: OPTIONS gets 404.': [refusing(404), listBy('OPTIONS')],
  'options-without-allow: OPTIONS is refused without Allow.': [sending('Allow', undefined), method('OPTIONS')],
  'options-list: OPTIONS is answered like GET.': asGet('OPTIONS'),
  'options-allows-all: OPTIONS names methods that are refused.': [
    both(bodyless(204), sending('Allow', 'GET, HEAD, POST, PUT, DELETE')),
    listBy('OPTIONS'),
  ],
  'method-by-header: A header changes the method.': [answeringMethod(() => true), field('x-http-method-override', /^GET$/)],
  'method-by-parameter: A parameter changes the method.': answeringMethod(({ query }) => query.get('_method') === 'GET'),
}
