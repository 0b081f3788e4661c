/** Paths: what frameworks answer on their own, and what they stumble over. */
import { withBody } from '../../ask.ts'
import { asStatus, replying } from '../../faults/replies.ts'
import { answeringPath } from '../../faults/routes.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { method, when, withHeader } from '../../when.ts'

const { completed } = faultsOf('methods and paths')

/** Says that all is well. */
const wellAt = (path: string): Change =>
  replying(
    (reply) => ({ ...withBody(reply, '{"status":"UP"}'), status: 200 }),
    (ask) => ask?.path === path,
  )

export const usual: readonly Mutant[] = [
  completed('path-actuator', 'It says how it is.', wellAt('/actuator/health')),
  completed('path-well-known', 'It says who gives out tokens.', wellAt('/.well-known/openid-configuration')),
  completed(
    'path-verb',
    'A verb may stand behind a colon.',
    answeringPath((path) => path === '/plants:list'),
  ),
  completed(
    'path-overlong-code',
    'A zero in a code that is too long ends the path.',
    answeringPath((path) => path === '/plants%C0%80'),
  ),
  completed(
    'path-long-500',
    'A long path breaks it.',
    asStatus(500, (ask) => (ask?.path.length ?? 0) > 2000),
  ),
  completed(
    'post-type-415',
    'The type of content is looked at before the method.',
    asStatus(415, when(method('POST'), withHeader('content-type', /xml/))),
  ),
]
