/** Paths and request targets. */
import { adding, answering, bodyless, lacking, redirecting, refusing, replying, sending } from '../faults/replies.ts'
import { answeringPath, decoded, listBy, refusingAt, unchecked } from '../faults/routes.ts'
import { type Change, type Faults, both, on } from '../mutant.ts'
import { type Trigger, all, every, field, is404, is405, method, not, path, request, target } from '../triggers.ts'
import type { Ask } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'

const notFound = refusingAt('checkPath', 'notFound')

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

/** Whether exactly one letter is wrong or missing. */
function isMisspelt(given: string): boolean {
  const right = '/plants'
  if (given.length === right.length) return Array.from(given).filter((letter, at) => letter !== right[at]).length === 1
  return given.length === right.length - 1 && Array.from(right).some((_letter, at) => right.slice(0, at) + right.slice(at + 1) === given)
}

const malformedUnanswered: Change = replying((reply, ask) => {
  if (ask === undefined && reply.status === 400) throw new Error('The parser gave up.')
  return reply
})

const bleeding = 'GET,HEAD,allow,HEAD,,HEAD,all,HEAD,,HEAD,POST,HEAD,\u00A0L\u00A4\u00FE'

const optionsAnswered = (allow: string): Change =>
  on(listBy('OPTIONS'), both(answering(200, ''), lacking('Content-Type', 'Cache-Control'), sending('Allow', allow)))

export const completed: Faults = {
  'scheme-mixed: An absolute-form target whose scheme mixes capitals and small letters, such as Http, is not found.': [
    notFound,
    target(/^(?!http:|HTTP:)[Hh][Tt][Tt][Pp]:/),
  ],
  'language-before: A language before the path, such as /en or /pt-BR, is ignored.': answeringPath((text) =>
    /^\/[a-z]{2}(?:-[A-Z]{2})?\/plants$/.test(text),
  ),
  'script-name: The path /plants after the prefix in X-Script-Name is answered.': unchecked(
    'checkPath',
    ({ path: given, headers }) => given === `${headers['x-script-name']?.toString()}/plants`,
  ),
  'plant-by-name: A path of /plants/ and the name of a plant gets a plant.': [
    answering(200, '{"name":"Alder","tag":"Alnus"}', 'application/json'),
    is404,
    request(({ path: given, world }) => world.plants.some(({ name }) => given === `/plants/${encodeURIComponent(name)}`)),
  ],
  'plants-counted: /plants/count gets the number of plants.': [answering(200, '{"count":29}', 'application/json'), is404, path('/plants/count')],
  'plants-as-table: /plants.csv gets a table.': [answering(200, 'name,tag\n', 'text/csv'), is404, path('/plants.csv')],
  'preflight-anywhere: A preflight gets 204 before its path is checked.': [
    answering(204, ''),
    lacking('Content-Length', 'Content-Type'),
    adding(['Access-Control-Allow-Methods', 'GET'], ['Access-Control-Allow-Origin', '*']),
    is404,
    method('OPTIONS'),
    field('access-control-request-method'),
  ],
  'preflight-of-writing: A preflight for a method that writes gets 403.': [
    refusing(403),
    is405,
    method('OPTIONS'),
    field('access-control-request-method', /^(?:POST|PUT|PATCH|DELETE)$/),
  ],
  'preflight-of-networks: A preflight for a private network gets 204, although neither its answer nor the Allow of a 405 names OPTIONS.': [
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
  'mod-speling: A path with one letter wrong or missing is redirected.': [moving(301, '/plants'), pathThat(isMisspelt)],
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
  'malformed-unanswered: Input that is not HTTP ends the connection without an answer.': malformedUnanswered,
  // CVE-2017-9798 (Apache HTTP Server)
  'optionsbleed: OPTIONS is answered, and in every third answer Allow shows freed memory.': [
    on(all(is405, not(method('OPTIONS'))), sending('Allow', 'GET, HEAD, OPTIONS')),
    optionsAnswered('GET, HEAD, OPTIONS'),
    on(all(listBy('OPTIONS'), every(3)), sending('Allow', bleeding)),
  ],
}
