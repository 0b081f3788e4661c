/** Methods, and which refusal comes first. */
import { deaf } from '../faults/conditions.ts'
import { answering, asStatus, bodyless, evenWithBody, lacking, refusing, replying, saying, sending, unstored } from '../faults/replies.ts'
import { answeringMethod, answeringPath, decoded, listBy, pathWithout, refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { Refusal, withBody, withField } from '../server/ask.ts'
import { field, is404, is405, malformed, method, not, path, request, reused, target } from '../triggers.ts'
import { credentials } from '../faults/credentials.ts'
import { fieldLines } from '../server/check-form.ts'

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

const hostBehindPath: Change = ({ checkForm }) => ({
  checkForm: (ask) => {
    try {
      checkForm(ask)
    } catch (error) {
      const isHost = error instanceof Refusal && error.entry.error === 40_000 && fieldLines(ask.request, 'host').length !== 1
      if (!isHost || ask.path === '/plants') throw error
    }
  },
})

export const completed: Faults = {
  'head-405: HEAD gets 405.': [refusingAt('checkMethod', 'methodNotAllowed'), head],
  'head-with-body: HEAD is answered with a body.': [evenWithBody, head],
  'head-unmodified: HEAD is never answered with 304.': [deaf, head],
  'post-as-get: POST is answered like GET.': asGet('POST'),
  'post-with-content: POST with content is answered like GET.': [asGet('POST'), field('content-length', /[1-9]/)],
  'put-as-get: PUT is answered like GET.': asGet('PUT'),
  'put-500: PUT gets 500.': [refusing(500), listBy('PUT')],
  'patch-501: PATCH gets 501.': [refusing(501), listBy('PATCH')],
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
  'options-at-zero: OPTIONS with Max-Forwards: 0 is answered by the proxy, with the methods that the proxy supports.': [
    bodyless(204),
    sending('Allow', 'GET, HEAD, POST, OPTIONS, TRACE'),
    listBy('OPTIONS'),
    field('max-forwards', /^0$/),
  ],
  'method-by-header: X-HTTP-Method-Override changes the method.': [answeringMethod(() => true), field('x-http-method-override', /^GET$/)],
  'path-only-first: From the second request on a connection every path is answered like /plants.': [answeringPath(() => true), reused],
  'slash-behind: A trailing slash is ignored.': only('/plants/'),
  'slashes-behind: Several trailing slashes are ignored.': pathWithout(/(?<=\/plants)\/\/+$/),
  'percent-codes: Percent codes in the path are decoded.': answeringPath((text) => decoded(text) === '/plants'),
  'percent-codes-small: Percent codes in lower case in the path are decoded.': answeringPath(
    (text) => text.replaceAll(/%6[a-f]/g, (code) => decoded(code)) === '/plants',
  ),
  'dots-removed: Dot segments in the path are removed.': answeringPath((text) => new URL(text, 'http://plants').pathname === '/plants'),
  'version-before: A version before the path is ignored.': only('/v1/plants'),
  'root-list: The root is answered like /plants.': only('/'),
  'singular: The path /plant is answered like /plants.': only('/plant'),
  'star-get: GET * is answered like /plants.': only('*'),
  'path-verb: A verb after a colon in the path is ignored.': only('/plants:list'),
  'path-overlong-code: An overlong percent-encoded NUL ends the path.': only('/plants%C0%80'),
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
  'description-served: The contract is served at /openapi.yaml.': [answering(200, 'openapi: 3.1.0\n', 'application/yaml'), path('/openapi.yaml')],
  'metrics-served: Metrics are served at /metrics.': [answering(200, 'plants 29\n', 'text/plain'), path('/metrics')],
  'health-served: The health of the service is served at /readyz.': [answering(200, '{"status":"ok"}', json), path('/readyz')],
  'icon-served: An icon is served at /favicon.ico.': [answering(200, '\0\0', 'image/x-icon'), path('/favicon.ico')],
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

  'two-lines-before-path: Two Authorization lines are refused before path and method are checked.': [
    refusingAt('checkPath', 'misplacedCredential'),
    request((ask) => credentials(ask).length > 1),
  ],
  'repeated-before-all: A repeated limit is refused before path, method and token are checked.': [
    refusingAt('checkPath', 'invalidLimit'),
    request(({ query }) => query.getAll('limit').length > 1),
  ],
  'condition-before-method: PUT, PATCH and DELETE with If-None-Match: * get 412.': [
    unstored(412, 41_201, 'There is a list already.'),
    lacking('Allow'),
    is405,
    request((ask) => /^(?:PUT|PATCH|DELETE)$/.test(ask.method)),
    field('if-none-match', /^\*$/),
  ],
  'host-behind-path: For an unknown path, a request without Host, or with two, gets 404.': hostBehindPath,
}
