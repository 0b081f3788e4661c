/** Paths: spellings that a router or a file system takes for /plants. */
import { Refusal } from '../../ask.ts'
import { answeringPath } from '../../faults/routes.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { completed } = faultsOf('methods and paths')

export const spellings: readonly Mutant[] = [
  completed(
    'space-behind-path',
    'A space behind the path does not matter.',
    answeringPath((path) => path.replace(/(?:%20|\+)+$/, '') === '/plants'),
  ),
  completed(
    'zero-behind-path',
    'What stands behind the octet zero in a path is not seen.',
    answeringPath((path) => path.replace(/%00.*$/, '') === '/plants'),
  ),
  completed(
    'dot-behind-path',
    'Dots behind the path do not matter.',
    answeringPath((path) => path.replace(/\.+$/, '') === '/plants'),
  ),
  completed(
    'backslash',
    'A backslash counts as a slash.',
    answeringPath((path) => path.replaceAll('\\', '').replace(/^\/*/, '/') === '/plants'),
  ),
  completed(
    'singular',
    'The singular is answered as well.',
    answeringPath((path) => path === '/plant'),
  ),
  completed(
    'question-mark-encoded',
    'The percent code of a question mark begins a query.',
    answeringPath((path) => path.replace(/%3f.*$/i, '') === '/plants'),
  ),
  completed(
    'slashes-behind',
    'Several slashes behind do not matter.',
    answeringPath((path) => /^\/plants\/\/+$/.test(path)),
  ),
  completed(
    'star-get',
    'GET * is answered.',
    answeringPath((path) => path === '*'),
  ),
  completed('deeper-known-only', 'What is deeper than /plants/ gets another refusal.', ({ checkPath }) => ({
    checkPath: (ask) => {
      if (/^\/plants\/.+\//.test(ask.path)) {
        throw new Refusal('methodNotAllowed')
      }
      checkPath(ask)
    },
  })),
]
