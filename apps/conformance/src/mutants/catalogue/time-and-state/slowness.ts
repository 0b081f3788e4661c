/** Time and state: answers that come late, or never. */
import { setTimeout } from 'node:timers/promises'
import { bens, type Demonstration, inTurn, send, times, wholeList, wrongLimit } from '../../demonstration.ts'
import { replying } from '../../faults/replies.ts'
import { silent } from '../../faults/writing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, method, status, type When, when, withLimit } from '../../when.ts'

const { given, completed } = faultsOf('time and state')

const lists200 = status(200)

const hanging = (line: string, as = 'ana'): Demonstration => send(line, { as })

export const slowness: readonly Mutant[] = [
  given('silent-refusals', 'No refusal ever comes.', wrongLimit, silent(status(400))),
  completed(
    'silent-missing',
    'Without a token nothing ever comes.',
    hanging('GET /plants', ''),
    silent(status(401)),
  ),
  completed('silent-head', 'HEAD is never answered.', hanging('HEAD /plants'), silent(method('HEAD'))),
  given(
    'silent-zero',
    'A limit of zero is never answered.',
    hanging('GET /plants?limit=0'),
    silent((ask) => ask?.limit === 0),
  ),
  completed(
    'held-content',
    'Content that a client holds back is waited for, and not asked for.',
    send('GET /plants', { fields: ['Expect: 100-continue'], content: 'x' }),
    () => ({ heldContent: () => 'waited for' }),
  ),
  given(
    'silent-every-19',
    'Every nineteenth request is never answered.',
    inTurn(...times(19, wholeList)),
    silent(every(19)),
  ),
  given(
    'silent-second-caller',
    'The second caller is never answered.',
    hanging('GET /plants', 'ben'),
    silent(by('ben')),
  ),
  given(
    'half-an-answer',
    'Every sixteenth list stops in its middle.',
    inTurn(...times(16, wholeList)),
    stopping(when(lists200, every(16))),
  ),
  given(
    'slow-second-caller',
    'A list takes half a minute for the second caller.',
    bens,
    delaying(30_000, by('ben')),
  ),
  given(
    'slow-limit',
    'A list with a limit takes half a minute.',
    send('GET /plants?limit=3'),
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
