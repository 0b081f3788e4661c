/** Class 9, continued: paths. */
import { answering, asStatus, bodyless, redirecting } from '../faults/replies.ts'
import { answeringPath, pathWithout, refusingAt } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import { path, request, reused, target } from '../triggers.ts'

const only = (name: string): ReturnType<typeof answeringPath> => answeringPath((given) => given === name)

const json = 'application/json'

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const given: Faults = {
  'query-hides-path: With a question mark but no query, /plants is not found.': [refusingAt('checkPath', 'notFound'), target(/\?$/)],
}

export const completed: Faults = {
  'any-path: Every path is answered like /plants.': answeringPath(() => true),
  'path-only-first: On a connection that is used again every path is answered.': [answeringPath(() => true), reused],
  'slash-behind: A slash behind does not matter.': only('/plants/'),
  'slash-behind-301: A slash behind is redirected.': [redirecting(301, '/plants'), path('/plants/')],
  'slashes-behind: Several slashes behind do not matter.': pathWithout(/(?<=\/plants)\/\/+$/),
  'slashes-before: Slashes before do not matter.': pathWithout(/^\/+(?=\/plants)/),
  'capitals: Capitals do not matter.': answeringPath((given) => given.toLowerCase() === '/plants'),
  'one-capital: The first letter may be a capital.': only('/Plants'),
  'percent-codes: Percent codes in the path are decoded.': answeringPath((given) => decoded(given) === '/plants'),
  'percent-codes-small: Percent codes in small letters are decoded.': answeringPath(
    (given) => given.replaceAll(/%6[a-f]/g, (code) => decoded(code)) === '/plants',
  ),
  'dots-removed: Dots in the path are removed.': answeringPath((given) => new URL(given, 'http://plants').pathname === '/plants'),
  'path-parameters: Path parameters do not matter.': pathWithout(/;.*$/),
  'longer-path: Every path that begins with /plants is answered.': answeringPath((given) => given.startsWith('/plants')),
  'any-depth: Every path that ends with /plants is answered.': answeringPath((given) => given.endsWith('/plants')),
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
  'backslash: A backslash counts as a slash.': answeringPath((given) => given.replaceAll('\\', '').replace(/^\/*/, '/') === '/plants'),
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
}
