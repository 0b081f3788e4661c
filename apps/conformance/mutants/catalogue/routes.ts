/** Methods, paths and request targets, and which refusal comes first. */
import { deaf } from '../faults/conditions.ts'
import { adding, answering, asStatus, bodyless, evenWithBody, lacking, redirecting, refusing, replying, sending } from '../faults/replies.ts'
import { answeringMethod, answeringPath, decoded, listBy, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, withBody, withField } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'
import { all, every, field, is400, is404, is405, malformed, method, not, path, request, reused, target, type Trigger } from '../triggers.ts'

const asGet = (name: string): Change => answeringMethod((ask) => ask.method === name)

const head = method('HEAD')

const echoing = replying((reply, ask) => {
  const { url, headers } = ask?.request ?? { headers: {} }
  const echo = `TRACE ${url} HTTP/1.1\r\nAuthorization: ${headers.authorization}\r\n`
  return { ...withField(withBody(reply, echo), 'Content-Type', 'message/http'), status: 200 }
})

const only = (name: string): ReturnType<typeof answeringPath> => answeringPath((text) => text === name)

const json = 'application/json'

/** The path without dot segments and double slashes, as Go's path.Clean returns it. */
const cleaned = (given: string): string => new URL(given.replaceAll(/\/{2,}/g, '/'), 'http://plants.example').pathname

const moving = (code: number, to: string): Change => both(redirecting(code, to), lacking('Cache-Control'))

const pathThat = (holds: (given: string) => boolean): Trigger =>
  all(
    is404,
    request(({ path: given }) => given !== '/plants' && holds(given)),
  )

/** Skips the check of the form for requests that satisfy `isFine`. */
const lenient =
  (isFine: (ask: Ask) => boolean): Change =>
  ({ checkForm }) => ({
    checkForm: (ask) => {
      if (!isFine(ask)) checkForm(ask)
    },
  })

const bleeding = 'GET,HEAD,allow,HEAD,,HEAD,all,HEAD,,HEAD,POST,HEAD,\u00A0L\u00A4\u00FE'

const optionsAnswered = (allow: string): Change =>
  on(listBy('OPTIONS'), both(answering(200, ''), lacking('Content-Type', 'Cache-Control'), sending('Allow', allow)))

export const completed: Faults = {
  'head-with-body: HEAD is answered with a body.': [evenWithBody, head],
  'head-unmodified: HEAD is never answered with 304.': [deaf, head],
  'post-as-get: POST is answered like GET.': asGet('POST'),
  'trace-echo: TRACE returns the request.': [echoing, method('TRACE')],
  'connect-200: CONNECT gets 200, as if a tunnel were opened.': [asStatus(200), malformed, is405],
  'options-500: OPTIONS gets 500.': [refusing(500), listBy('OPTIONS')],
  'method-by-header: X-HTTP-Method-Override changes the method.': [answeringMethod(() => true), field('x-http-method-override', /^GET$/)],
  'path-only-first: From the second request on a connection every path is answered like /plants.': [answeringPath(() => true), reused],
  'slash-behind: A trailing slash is ignored.': only('/plants/'),
  'percent-codes: Percent codes in the path are decoded.': answeringPath((text) => decoded(text) === '/plants'),
  'language-before: A language before the path is ignored.': only('/en/plants'),
  'star-get: GET * is answered like /plants.': only('*'),
  'absolute-refused: An absolute request target gets 404.': [refusingAt('checkPath', 'notFound'), target(/^http/i)],
  'health-served: The health of the service is served at /actuator/health.': [answering(200, '{"status":"UP"}', json), path('/actuator/health')],

  'preflight-of-networks: A preflight for a private network gets 204, although neither its response nor the Allow of a 405 names OPTIONS.': [
    bodyless(204),
    lacking('Allow'),
    adding(['Access-Control-Allow-Private-Network', 'true']),
    is405,
    method('OPTIONS'),
    field('access-control-request-private-network'),
  ],

  // golang/go, net/http.ServeMux
  'servemux-clean: A path with dot segments or double slashes is redirected to its clean form.': [
    moving(301, '/plants'),
    pathThat((given) => cleaned(given) === '/plants'),
  ],
  // julienschmidt/httprouter, RedirectFixedPath
  'fixed-path: A path that is right but in the wrong case is redirected.': [
    moving(301, '/plants'),
    pathThat((given) => given.toLowerCase() === '/plants'),
  ],
  // apache/httpd, mod_speling
  'mod-speling: A path with one letter wrong is redirected.': [
    moving(301, '/plants'),
    pathThat((given) => /^\/(?:.lants|p.ants|pl.nts|pla.ts|plan.s|plant.)$/.test(given)),
  ],
  // symfony/symfony, the front controller
  'front-controller: The path /index.php/plants is answered.': answeringPath((given) => given === '/index.php/plants'),
  // spring-projects/spring-framework, suffix patterns before 5.3
  'suffix-pattern: A path with any extension is answered.': answeringPath((given) => /^\/plants\.\w+$/.test(given)),
  // traefik/traefik, CVE-2025-47952: percent-encoded slashes and dots in a path are decoded before it is routed
  'decoded-dots: A path that goes up through percent-encoded dots, and down again, is answered.': answeringPath(
    (given) => /%2e/i.test(given) && cleaned(decoded(given)) === '/plants',
  ),
  // CVE-2023-45539 (HAProxy), CVE-2021-32779 (Envoy)
  'fragment-accepted: A number sign in the request target, and everything after it, is ignored.': [
    lenient(({ url }) => url.includes('#')),
    answeringPath((given) => given.split('#')[0] === '/plants'),
  ],
  // CVE-2021-33037 (Apache Tomcat)
  'old-transfer-coding: Transfer-Encoding in an HTTP/1.0 request is accepted.': lenient(
    ({ request: { httpVersion, headers } }) => httpVersion === '1.0' && headers['transfer-encoding'] !== undefined,
  ),
  // nodejs/node#45597
  'host-not-required: An HTTP/1.1 request without Host is answered.': lenient(({ request: asked }) => fieldLines(asked, 'host').length === 0),
  // nodejs/node, IncomingMessage.headers: the first Host counts
  'first-host: Of two Host lines, the first counts.': lenient(({ request: asked }) => fieldLines(asked, 'host').length > 1),
  // nodejs/node, http: a listener for clientError that destroys the socket
  'malformed-unanswered: Input that is not HTTP ends the connection without a response.': [
    replying(() => Promise.reject(new Error('The parser gave up.'))),
    malformed,
    is400,
  ],
  // CVE-2017-9798 (Apache HTTP Server)
  'optionsbleed: OPTIONS is answered, and in every third response Allow shows freed memory.': [
    on(all(is405, not(method('OPTIONS'))), sending('Allow', 'GET, HEAD, OPTIONS')),
    optionsAnswered('GET, HEAD, OPTIONS'),
    on(all(listBy('OPTIONS'), every(3)), sending('Allow', bleeding)),
  ],
}
