/** Time and state: the end of the server, or of a connection. */
import { cuttingOff } from '../../faults/writing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { after, every, type When, withHeader } from '../../when.ts'

const { given, completed } = faultsOf('time and state')

const crashing =
  (condition: When): Change =>
  ({ finish }) => ({
    finish: (reply, ask) => {
      if (ask !== undefined && condition(ask, reply.status)) {
        ask.crash()
      }
      return finish(reply, ask)
    },
  })

export const ends: readonly Mutant[] = [
  given('crash-after-25', 'After twenty-five requests the server is gone.', crashing(after(25))),
  given('crash-after-55', 'After fifty-five requests the server is gone.', crashing(after(55))),
  given(
    'hangs-up-on-tilde',
    'A token with a tilde in it ends the connection.',
    cuttingOff(withHeader('authorization', /~/)),
  ),
  completed(
    'crash-hostile',
    'The octet zero in a limit ends the server.',
    crashing((ask) => ask?.query.get('limit')?.includes('\0') ?? false),
  ),
  completed(
    'crash-long-limit',
    'A limit of a hundred digits ends the server.',
    crashing((ask) => (ask?.query.get('limit')?.length ?? 0) >= 100),
  ),
  given('reset-every-9', 'Every ninth request is cut off.', cuttingOff(every(9))),
]
