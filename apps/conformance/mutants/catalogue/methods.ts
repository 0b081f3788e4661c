/** Methods and paths: which are answered, and how the others are refused. */
import { deaf } from '../faults/conditions.ts'
import { answering, asStatus, bodyless, evenWithBody, lacking, redirecting, refusing, replying, saying, sending } from '../faults/replies.ts'
import { answeringMethod, answeringPath, decoded, listBy, pathWithout, refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { withBody, withField } from '../server/ask.ts'
import { field, is200, is404, is405, malformed, method, not, path, request, reused, status, target } from '../triggers.ts'

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
  'query-hides-path: The path /plants with a question mark but no query gets 404.': [refusingAt('checkPath', 'notFound'), target(/\?$/)],
}

export const completed: Faults = {
  'head-405: HEAD gets 405.': [refusingAt('checkMethod', 'methodNotAllowed'), head],
  'head-404: HEAD gets 404.': [refusing(404), listBy('HEAD')],
  'head-204: HEAD gets 204.': [bodyless(204), listBy('HEAD')],
  'head-with-body: HEAD is answered with a body.': [evenWithBody, head],
  'head-with-error-body: A refusal of HEAD has a body.': [evenWithBody, head, status(400, 401, 404)],
  'head-without-tag: An answer to HEAD has no ETag.': [lacking('ETag'), head],
  'head-other-tag: An answer to HEAD has a different ETag from that to GET.': [sending('ETag', '"head"'), head, is200],
  'head-without-vary: An answer to HEAD has no Vary.': [lacking('Vary'), head],
  'head-length-zero: HEAD states a length of zero.': [sending('Content-Length', '0'), head],
  'head-other-type: An answer to HEAD has a different Content-Type from that to GET.': [sending('Content-Type', 'text/plain'), head],
  'head-unmodified: HEAD is never answered with 304.': [deaf, head],
  'post-as-get: POST is answered like GET.': asGet('POST'),
  'post-201: POST gets 201.': [answering(201, '{}'), listBy('POST')],
  'post-400: POST gets 400.': [refusing(400), listBy('POST')],
  'post-with-content: POST with content is answered like GET.': [asGet('POST'), field('content-length', /[1-9]/)],
  'post-type-415: The type of the content is checked before the method.': [asStatus(415), method('POST'), field('content-type', /xml/)],
  'put-as-get: PUT is answered like GET.': asGet('PUT'),
  'put-500: PUT gets 500.': [refusing(500), listBy('PUT')],
  'patch-501: PATCH gets 501.': [refusing(501), listBy('PATCH')],
  'delete-204: DELETE gets 204.': [bodyless(204), listBy('DELETE')],
  'delete-403: DELETE gets 403.': [refusing(403), listBy('DELETE')],
  'trace-echo: TRACE returns the request.': [echoing, method('TRACE')],
  'trace-at-zero: TRACE with Max-Forwards: 0 is answered by the proxy, which returns the request.': [
    echoing,
    method('TRACE'),
    field('max-forwards', /^0$/),
  ],
  'trace-501: TRACE gets 501.': [refusing(501), listBy('TRACE')],
  'query-as-get: QUERY is answered like GET.': asGet('QUERY'),
  'search-as-get: SEARCH is answered like GET.': asGet('SEARCH'),
  'purge-200: PURGE gets 200.': [answering(200, '{"status":"ok"}'), listBy('PURGE')],
  'propfind-500: PROPFIND gets 500.': [refusing(500), listBy('PROPFIND')],
  'connect-200: CONNECT gets 200, as if a tunnel were opened.': [asStatus(200), malformed, is405],
  'connect-silent: CONNECT is cut off without an answer.': [replying(() => Promise.reject(new Error('silent'))), malformed, is405],
  'options-500: OPTIONS gets 500.': [refusing(500), listBy('OPTIONS')],
  'options-404: OPTIONS gets 404.': [refusing(404), listBy('OPTIONS')],
  'options-without-allow: OPTIONS is refused without Allow.': [lacking('Allow'), method('OPTIONS')],
  'options-list: OPTIONS is answered like GET.': asGet('OPTIONS'),
  'options-allows-all: The Allow of an answer to OPTIONS names methods that are refused.': [
    bodyless(204),
    sending('Allow', 'GET, HEAD, POST, PUT, DELETE'),
    listBy('OPTIONS'),
  ],
  'options-at-zero: OPTIONS with Max-Forwards: 0 is answered by the proxy, with the methods that the proxy supports.': [
    bodyless(204),
    sending('Allow', 'GET, HEAD, POST, OPTIONS, TRACE'),
    listBy('OPTIONS'),
    field('max-forwards', /^0$/),
  ],
  'method-by-header: X-HTTP-Method-Override changes the method.': [answeringMethod(() => true), field('x-http-method-override', /^GET$/)],
  'method-by-forwarded-method: The method is taken from X-Forwarded-Method if that field is present.': ({ checkMethod }) => ({
    checkMethod: (ask) => checkMethod({ ...ask, method: ask.headers['x-forwarded-method']?.toString() ?? ask.method }),
  }),
  'method-by-parameter: The query parameter _method changes the method.': answeringMethod(({ query }) => query.get('_method') === 'GET'),
  'any-path: Every path is answered like /plants.': answeringPath(() => true),
  'path-only-first: From the second request on a connection every path is answered like /plants.': [answeringPath(() => true), reused],
  'slash-behind: A trailing slash is ignored.': only('/plants/'),
  'slash-behind-301: A path with a trailing slash is redirected with 301.': [redirecting(301, '/plants'), path('/plants/')],
  'slashes-behind: Several trailing slashes are ignored.': pathWithout(/(?<=\/plants)\/\/+$/),
  'slashes-before: Additional leading slashes are ignored.': pathWithout(/^\/+(?=\/plants)/),
  'capitals: The path is compared without regard to case.': answeringPath((text) => text.toLowerCase() === '/plants'),
  'one-capital: The first letter of the path may be a capital.': only('/Plants'),
  'percent-codes: Percent codes in the path are decoded.': answeringPath((text) => decoded(text) === '/plants'),
  'percent-codes-small: Percent codes in lower case in the path are decoded.': answeringPath(
    (text) => text.replaceAll(/%6[a-f]/g, (code) => decoded(code)) === '/plants',
  ),
  'dots-removed: Dot segments in the path are removed.': answeringPath((text) => new URL(text, 'http://plants').pathname === '/plants'),
  'path-parameters: Path parameters are ignored.': pathWithout(/;.*$/),
  'longer-path: Every path that begins with /plants is answered like /plants.': answeringPath((text) => text.startsWith('/plants')),
  'any-depth: Every path that ends with /plants is answered like /plants.': answeringPath((text) => text.endsWith('/plants')),
  'extension: The extension .json is ignored.': only('/plants.json'),
  'version-before: A version before the path is ignored.': only('/v1/plants'),
  'root-list: The root is answered like /plants.': only('/'),
  'singular: The path /plant is answered like /plants.': only('/plant'),
  'star-get: GET * is answered like /plants.': only('*'),
  'path-verb: A verb after a colon in the path is ignored.': only('/plants:list'),
  'path-overlong-code: An overlong percent-encoded NUL ends the path.': only('/plants%C0%80'),
  'space-behind-path: Trailing spaces in the path are ignored.': pathWithout(/(?:%20|\+)+$/),
  'zero-behind-path: Anything after a NUL octet in the path is ignored.': pathWithout(/%00.*$/),
  'dot-behind-path: Trailing dots in the path are ignored.': pathWithout(/\.+$/),
  'question-mark-encoded: A percent-encoded question mark begins a query.': pathWithout(/%3f.*$/i),
  'backslash: A backslash in the path counts as a slash.': answeringPath((text) => text.replaceAll('\\', '').replace(/^\/*/, '/') === '/plants'),
  'absolute-refused: An absolute request target gets 404.': [refusingAt('checkPath', 'notFound'), target(/^http/i)],
  'deeper-known-only: Paths with more than one segment below /plants get 405.': [
    refusingAt('checkPath', 'methodNotAllowed'),
    request((ask) => /^\/plants\/.+\//.test(ask.path)),
  ],
  'path-long-500: A path of more than 2000 characters gets 500.': [asStatus(500), request((ask) => ask.path.length > 2000)],
  'one-plant: A single plant is served at /plants/1.': [answering(200, '{"name":"Alder","tag":"Alnus"}', json), path('/plants/1')],
  'root-page: An HTML page is served at the root.': [answering(200, '<h1>It works</h1>', 'text/html'), path('/')],
  'root-redirect: The root redirects to /plants.': [redirecting(302, '/plants'), path('/')],
  'description-served: The contract is served at /openapi.yaml.': [answering(200, 'openapi: 3.1.0\n', 'application/yaml'), path('/openapi.yaml')],
  'metrics-served: Metrics are served at /metrics.': [answering(200, 'plants 29\n', 'text/plain'), path('/metrics')],
  'health-served: The health of the service is served at /readyz.': [answering(200, '{"status":"ok"}', json), path('/readyz')],
  'icon-served: An icon is served at /favicon.ico.': [answering(200, '\0\0', 'image/x-icon'), path('/favicon.ico')],
  'star-answered: The request target * gets 200.': [bodyless(200), path('*')],
  'path-actuator: The health of the service is served at /actuator/health.': [answering(200, '{"status":"UP"}'), path('/actuator/health')],
  'path-well-known: An OpenID configuration is served at /.well-known/openid-configuration.': [
    answering(200, '{"status":"UP"}'),
    path('/.well-known/openid-configuration'),
  ],
  'options-anywhere: OPTIONS of any other path gets 204.': [
    answering(204, ''),
    lacking('Content-Length', 'Content-Type'),
    sending('Allow', 'GET, HEAD, OPTIONS'),
    is404,
    method('OPTIONS'),
    not(path('*')),
  ],
  'path-in-other-letters: Full-width letters, and a long s, count as plain letters in a path.': answeringPath(
    (text) => /%[c-f][\da-f]/i.test(text) && decoded(text).normalize('NFKC') === '/plants',
  ),
  'static-page: A 404 for a path named like a picture, a style sheet or a script has an HTML page as its body.': [
    saying(page, 'text/html'),
    is404,
    request((ask) => /\.(?:css|js|mjs|map|png|gif|jpe?g|svg|woff2?|php|aspx?|cgi)$/.test(ask.path)),
  ],
}
