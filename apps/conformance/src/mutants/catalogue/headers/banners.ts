/** Headers: what tells of the software. */
import { sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { every, method, not, refusal, when } from '../../when.ts'

const { completed } = faultsOf('headers')

export const banners: readonly Mutant[] = [
  completed('banner-powered', 'Every answer names the framework.', sending('X-Powered-By', 'Express')),
  completed(
    'banner-server',
    'Every answer names the server and its version.',
    sending('Server', 'nginx/1.25.3'),
  ),
  completed(
    'banner-refusal',
    'A refusal names the framework.',
    sending('X-Powered-By', 'PHP/8.2.1', refusal),
  ),
  completed(
    'banner-seldom',
    'Every fifth answer names the server.',
    sending('Server', 'gunicorn/21.2.0', every(5)),
  ),
  completed(
    'banner-asp',
    'Every answer to GET names the version of the platform.',
    sending('X-AspNet-Version', '4.0.30319', when(not(refusal), method('GET'))),
  ),
]
