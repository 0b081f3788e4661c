/** Methods and paths, as reported for real software: paths, methods and request lines. */
import { answering, lacking, redirecting, replying, sending } from '../faults/replies.ts'
import { answeringPath, decoded, listBy } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'
import { all, every, is404, is405, method, not, request, type Trigger } from '../triggers.ts'

/** The path without dot segments and double slashes, as Go's path.Clean returns it. */
const cleaned = (path: string): string => new URL(path.replaceAll(/\/{2,}/g, '/'), 'http://plants.example').pathname

const moving = (code: number, to: string): Change => both(redirecting(code, to), lacking('Cache-Control'))

const pathThat = (holds: (path: string) => boolean): Trigger =>
  all(
    is404,
    request(({ path }) => path !== '/plants' && holds(path)),
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
function isMisspelt(path: string): boolean {
  const right = '/plants'
  if (path.length === right.length) return Array.from(path).filter((letter, at) => letter !== right[at]).length === 1
  return path.length === right.length - 1 && Array.from(right).some((_letter, at) => right.slice(0, at) + right.slice(at + 1) === path)
}

const malformedUnanswered: Change = replying((reply, ask) => {
  if (ask === undefined && reply.status === 400) throw new Error('The parser gave up.')
  return reply
})

const bleeding = 'GET,HEAD,allow,HEAD,,HEAD,all,HEAD,,HEAD,POST,HEAD,\u00A0L\u00A4\u00FE'
const optionsAnswered = (allow: string): Change =>
  on(listBy('OPTIONS'), both(answering(200, ''), lacking('Content-Type', 'Cache-Control'), sending('Allow', allow)))

export const completed: Faults = {
  // golang/go, net/http.ServeMux
  'servemux-clean: A path with dot segments or double slashes is redirected to its clean form.': [
    moving(301, '/plants'),
    pathThat((path) => cleaned(path) === '/plants'),
  ],
  // julienschmidt/httprouter, RedirectFixedPath
  'fixed-path: A path that is right but in the wrong case is redirected.': [
    moving(301, '/plants'),
    pathThat((path) => path.toLowerCase() === '/plants'),
  ],
  // apache/httpd, mod_speling
  'mod-speling: A path with one letter wrong or missing is redirected.': [moving(301, '/plants'), pathThat(isMisspelt)],
  // symfony/symfony, the front controller
  'front-controller: The path /index.php/plants is answered.': answeringPath((path) => path === '/index.php/plants'),
  // spring-projects/spring-framework, suffix patterns before 5.3
  'suffix-pattern: A path with any extension is answered.': answeringPath((path) => /^\/plants\.\w+$/.test(path)),
  // traefik/traefik, CVE-2025-47952: percent-encoded slashes and dots in a path are decoded before it is routed
  'decoded-dots: A path that goes up through percent-encoded dots, and down again, is answered.': answeringPath(
    (path) => /%2e/i.test(path) && cleaned(decoded(path)) === '/plants',
  ),
  // CVE-2023-45539 (HAProxy), CVE-2021-32779 (Envoy)
  'fragment-accepted: A number sign in the request target, and everything after it, is ignored.': [
    lenient(({ url }) => url.includes('#')),
    answeringPath((path) => path.split('#')[0] === '/plants'),
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
