/** Class 9: methods and paths. */
import { deaf } from '../faults/conditions.ts'
import { answering, asStatus, bodyless, evenWithBody, lacking, redirecting, refusing, replying, saying, sending } from '../faults/replies.ts'
import { answeringMethod, answeringPath, decoded, listBy, pathWithout, refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { withBody, withField } from '../server/ask.ts'
import { field, is200, is404, is405, malformed, method, not, path, request, reused, target } from '../triggers.ts'

const asGet = (name: string): Change => answeringMethod((ask) => ask.method === name)
const head = method('HEAD')

const echoing = replying((reply, ask) => {
  const { url, headers } = ask?.request ?? { headers: {} }
  const echo = `TRACE ${url} HTTP/1.1\r\nAuthorization: ${headers.authorization}\r\n`
  return { ...withField(withBody(reply, echo), 'Content-Type', 'message/http'), status: 200 }
})

const only = (name: string): ReturnType<typeof answeringPath> => answeringPath((text) => text === name)

const json = 'application/json'

const page = '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n'

export const given: Faults = {
  'query-hides-path: With a question mark but no query, /plants is not found.': [refusingAt('checkPath', 'notFound'), target(/\?$/)],
}

export const completed: Faults = {
  'head-405: HEAD is refused.': [refusingAt('checkMethod', 'methodNotAllowed'), head],
  'head-404: HEAD gets 404.': [refusing(404), listBy('HEAD')],
  'head-204: HEAD gets 204.': [bodyless(204), listBy('HEAD')],
  'head-with-body: HEAD is answered with a body.': [evenWithBody, head],
  'head-with-error-body: HEAD is refused with a body.': [evenWithBody, head],
  'head-without-tag: An answer to HEAD has no ETag.': [lacking('ETag'), head],
  'head-other-tag: An answer to HEAD has another ETag than one to GET.': [sending('ETag', '"head"'), head, is200],
  'head-without-vary: An answer to HEAD has no Vary.': [lacking('Vary'), head],
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
  'trace-at-zero: TRACE that may be forwarded zero times is answered by the proxy, which sends the request back.': [
    echoing,
    method('TRACE'),
    field('max-forwards', /^0$/),
  ],
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
  'options-without-allow: OPTIONS is refused without Allow.': [lacking('Allow'), method('OPTIONS')],
  'options-list: OPTIONS is answered like GET.': asGet('OPTIONS'),
  'options-allows-all: OPTIONS names methods that are refused.': [bodyless(204), sending('Allow', 'GET, HEAD, POST, PUT, DELETE'), listBy('OPTIONS')],
  'options-at-zero: OPTIONS that may be forwarded zero times is answered by the proxy, with what that could do.': [
    bodyless(204),
    sending('Allow', 'GET, HEAD, POST, OPTIONS, TRACE'),
    listBy('OPTIONS'),
    field('max-forwards', /^0$/),
  ],
  'method-by-header: A header changes the method.': [answeringMethod(() => true), field('x-http-method-override', /^GET$/)],
  'method-by-forwarded-method: The method is taken from X-Forwarded-Method, where that is there.': ({ checkMethod }) => ({
    checkMethod: (ask) => checkMethod({ ...ask, method: ask.headers['x-forwarded-method']?.toString() ?? ask.method }),
  }),
  'method-by-parameter: A parameter changes the method.': answeringMethod(({ query }) => query.get('_method') === 'GET'),
  'any-path: Every path is answered like /plants.': answeringPath(() => true),
  'path-only-first: On a connection that is used again every path is answered.': [answeringPath(() => true), reused],
  'slash-behind: A slash behind does not matter.': only('/plants/'),
  'slash-behind-301: A slash behind is redirected.': [redirecting(301, '/plants'), path('/plants/')],
  'slashes-behind: Several slashes behind do not matter.': pathWithout(/(?<=\/plants)\/\/+$/),
  'slashes-before: Slashes before do not matter.': pathWithout(/^\/+(?=\/plants)/),
  'capitals: Capitals do not matter.': answeringPath((text) => text.toLowerCase() === '/plants'),
  'one-capital: The first letter may be a capital.': only('/Plants'),
  'percent-codes: Percent codes in the path are decoded.': answeringPath((text) => decoded(text) === '/plants'),
  'percent-codes-small: Percent codes in small letters are decoded.': answeringPath(
    (text) => text.replaceAll(/%6[a-f]/g, (code) => decoded(code)) === '/plants',
  ),
  'dots-removed: Dots in the path are removed.': answeringPath((text) => new URL(text, 'http://plants').pathname === '/plants'),
  'path-parameters: Path parameters do not matter.': pathWithout(/;.*$/),
  'longer-path: Every path that begins with /plants is answered.': answeringPath((text) => text.startsWith('/plants')),
  'any-depth: Every path that ends with /plants is answered.': answeringPath((text) => text.endsWith('/plants')),
  'extension: An ending .json does not matter.': only('/plants.json'),
  'version-before: A version before does not matter.': only('/v1/plants'),
  'root-list: The root is answered like /plants.': only('/'),
  'singular: The singular is answered as well.': only('/plant'),
  'star-get: GET * is answered.': only('*'),
  'path-verb: A verb may stand behind a colon.': only('/plants:list'),
  'path-overlong-code: A zero in a code that is too long ends the path.': only('/plants%C0%80'),
  'space-behind-path: A space behind the path does not matter.': pathWithout(/(?:%20|\+)+$/),
  'zero-behind-path: What stands behind the octet zero in a path is not seen.': pathWithout(/%00.*$/),
  'dot-behind-path: Dots behind the path do not matter.': pathWithout(/\.+$/),
  'question-mark-encoded: The percent code of a question mark begins a query.': pathWithout(/%3f.*$/i),
  'backslash: A backslash counts as a slash.': answeringPath((text) => text.replaceAll('\\', '').replace(/^\/*/, '/') === '/plants'),
  'absolute-refused: A whole address as the target is not found.': [refusingAt('checkPath', 'notFound'), target(/^http/i)],
  'deeper-known-only: What is deeper than /plants/ gets another refusal.': [
    refusingAt('checkPath', 'methodNotAllowed'),
    request((ask) => /^\/plants\/.+\//.test(ask.path)),
  ],
  'path-long-500: A long path breaks it.': [asStatus(500), request((ask) => ask.path.length > 2000)],
  'one-plant: Single plants are served.': [answering(200, '{"name":"Alder","tag":"Alnus"}', json), path('/plants/1')],
  'root-page: At the root there is a page.': [answering(200, '<h1>It works</h1>', 'text/html'), path('/')],
  'root-redirect: The root leads to /plants.': [redirecting(302, '/plants'), path('/')],
  'description-served: The contract is served.': [answering(200, 'openapi: 3.1.0\n', 'application/yaml'), path('/openapi.yaml')],
  'metrics-served: Figures are served.': [answering(200, 'plants 29\n', 'text/plain'), path('/metrics')],
  'health-served: The health is served.': [answering(200, '{"status":"ok"}', json), path('/readyz')],
  'icon-served: An icon is served.': [answering(200, '\0\0', 'image/x-icon'), path('/favicon.ico')],
  'star-answered: The star is answered like /plants.': [bodyless(200), path('*')],
  'path-actuator: It says how it is.': [answering(200, '{"status":"UP"}'), path('/actuator/health')],
  'path-well-known: It says who gives out tokens.': [answering(200, '{"status":"UP"}'), path('/.well-known/openid-configuration')],
  'options-anywhere: OPTIONS of any other path is answered.': [
    answering(204, ''),
    lacking('Content-Length'),
    lacking('Content-Type'),
    sending('Allow', 'GET, HEAD, OPTIONS'),
    is404,
    method('OPTIONS'),
    not(path('*')),
  ],
  'path-in-other-letters: Letters in full width, or a long s, count as plain ones in a path.': answeringPath(
    (text) => /%[c-f][\da-f]/i.test(text) && decoded(text).normalize('NFKC') === '/plants',
  ),
  'static-page: What is not there and is called like a picture, a style or a script gets a page.': [
    saying(page, 'text/html'),
    is404,
    request((ask) => /\.(?:css|js|mjs|map|png|gif|jpe?g|svg|woff2?|php|aspx?|cgi)$/.test(ask.path)),
  ],
}
