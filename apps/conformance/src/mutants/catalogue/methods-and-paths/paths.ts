/** Paths: what is not /plants. */
import { Refusal, withBody, withField } from '../../ask.ts'
import { bodyless, redirecting, replying } from '../../faults/replies.ts'
import { answeringPath } from '../../faults/routes.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('methods and paths')

/** Answers other paths with a text of its own. */
const serving = (path: string, type: string, body: string): Change =>
  replying(
    (reply) => ({ ...withField(withBody(reply, body), 'Content-Type', type), status: 200 }),
    (ask) => ask?.path === path,
  )

export const paths: readonly Mutant[] = [
  completed(
    'any-path',
    'Every path is answered like /plants.',
    answeringPath(() => true),
  ),
  completed(
    'slash-behind',
    'A slash behind does not matter.',
    answeringPath((path) => path === '/plants/'),
  ),
  completed(
    'slash-behind-301',
    'A slash behind is redirected.',
    redirecting(301, '/plants', (ask) => ask?.path === '/plants/'),
  ),
  completed(
    'slashes-before',
    'Slashes before do not matter.',
    answeringPath((path) => /^\/+plants$/.test(path)),
  ),
  completed(
    'capitals',
    'Capitals do not matter.',
    answeringPath((path) => path.toLowerCase() === '/plants'),
  ),
  completed(
    'one-capital',
    'The first letter may be a capital.',
    answeringPath((path) => path === '/Plants'),
  ),
  completed(
    'percent-codes',
    'Percent codes in the path are decoded.',
    answeringPath((path) => decoded(path) === '/plants'),
  ),
  completed(
    'percent-codes-small',
    'Percent codes in small letters are decoded.',
    answeringPath(
      (path) => path !== '/plants' && path.replaceAll(/%6[a-f]/g, (code) => decoded(code)) === '/plants',
    ),
  ),
  completed(
    'dots-removed',
    'Dots in the path are removed.',
    answeringPath((path) => new URL(path, 'http://plants').pathname === '/plants'),
  ),
  completed(
    'path-parameters',
    'Path parameters do not matter.',
    answeringPath((path) => path.replace(/;.*$/, '') === '/plants'),
  ),
  completed(
    'longer-path',
    'Every path that begins with /plants is answered.',
    answeringPath((path) => path.startsWith('/plants')),
  ),
  completed(
    'one-plant',
    'Single plants are served.',
    serving('/plants/1', 'application/json', '{"name":"Alder","tag":"Alnus"}'),
  ),
  completed(
    'extension',
    'An ending .json does not matter.',
    answeringPath((path) => path === '/plants.json'),
  ),
  completed(
    'version-before',
    'A version before does not matter.',
    answeringPath((path) => path === '/v1/plants'),
  ),
  completed(
    'any-depth',
    'Every path that ends with /plants is answered.',
    answeringPath((path) => path.endsWith('/plants')),
  ),
  completed(
    'root-list',
    'The root is answered like /plants.',
    answeringPath((path) => path === '/'),
  ),
  completed('root-page', 'At the root there is a page.', serving('/', 'text/html', '<h1>It works</h1>')),
  completed(
    'root-redirect',
    'The root leads to /plants.',
    redirecting(302, '/plants', (ask) => ask?.path === '/'),
  ),
  completed(
    'description-served',
    'The contract is served.',
    serving('/openapi.yaml', 'application/yaml', 'openapi: 3.1.0\n'),
  ),
  completed('metrics-served', 'Figures are served.', serving('/metrics', 'text/plain', 'plants 29\n')),
  completed(
    'health-served',
    'The health is served.',
    serving('/readyz', 'application/json', '{"status":"ok"}'),
  ),
  completed('icon-served', 'An icon is served.', serving('/favicon.ico', 'image/x-icon', '\0\0')),
  completed('absolute-refused', 'A whole address as the target is not found.', ({ checkPath }) => ({
    checkPath: (ask) => {
      if (/^http/i.test(ask.request.url ?? '')) {
        throw new Refusal('notFound')
      }
      checkPath(ask)
    },
  })),
  given('query-hides-path', 'With a question mark but no query, /plants is not found.', ({ checkPath }) => ({
    checkPath: (ask) => {
      if (ask.request.url?.endsWith('?') === true) {
        throw new Refusal('notFound')
      }
      checkPath(ask)
    },
  })),
  completed(
    'star-answered',
    'The star is answered like /plants.',
    replying(bodyless(200), (ask) => ask?.path === '*'),
  ),
  completed(
    'path-only-first',
    'On a connection that is used again every path is answered.',
    ({ checkPath }) => ({ checkPath: (ask) => (ask.onConnection > 1 ? undefined : checkPath(ask)) }),
  ),
]

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
