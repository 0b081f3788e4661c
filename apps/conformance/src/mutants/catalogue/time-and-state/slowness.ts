/** Time and state: answers that come late, or never. */
import { setTimeout } from 'node:timers/promises'
import { replying } from '../../faults/replies.ts'
import { silent } from '../../faults/writing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, method, status, type When, when, withLimit } from '../../when.ts'

const { given, completed } = faultsOf('time and state')

const lists200 = status(200)

export const slowness: readonly Mutant[] = [
  given('silent-refusals', 'No refusal ever comes.', silent(status(400))),
  completed('silent-missing', 'Without a token nothing ever comes.', silent(status(401))),
  completed('silent-head', 'HEAD is never answered.', silent(method('HEAD'))),
  given(
    'silent-zero',
    'A limit of zero is never answered.',
    silent((ask) => ask?.limit === 0),
  ),
  completed('held-content', 'Content that a client holds back is waited for, and not asked for.', () => ({
    heldContent: () => 'waited for',
  })),
  given('silent-every-19', 'Every nineteenth request is never answered.', silent(every(19))),
  given('silent-second-caller', 'The second caller is never answered.', silent(by('ben'))),
  given('half-an-answer', 'Every sixteenth list stops in its middle.', stopping(when(lists200, every(16)))),
  given(
    'slow-second-caller',
    'A list takes half a minute for the second caller.',
    delaying(30_000, by('ben')),
  ),
  given(
    'slow-limit',
    'A list with a limit takes half a minute.',
    delaying(30_000, when(lists200, withLimit)),
  ),
]

/** Sends the head and half of the body, and keeps the connection open. */
function stopping(condition: When): Change {
  return ({ write }) => ({
    write: (reply, ask) => {
      if (condition(ask, reply.status) && ask.method === 'GET') {
        ask.response.writeHead(reply.status, reply.fields.flat())
        ask.response.write(Buffer.from(reply.body).subarray(0, 100))
      } else {
        write(reply, ask)
      }
    },
  })
}

function delaying(ms: number, condition: When): Change {
  return replying(async (reply) => {
    await setTimeout(ms, undefined, { ref: false })
    return reply
  }, condition)
}
