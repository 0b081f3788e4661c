/** Headers: the name of a request. */
import { fieldOf, type Reply, withField } from '../../ask.ts'
import { replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { refusal, status, when } from '../../when.ts'

const { completed } = faultsOf('headers')

const identity = 'X-Request-Id'

export const names: readonly Mutant[] = [
  completed('id-of-connection', 'All requests of a connection have the id of the first.', ofConnection),
  completed(
    'id-name-in-small-letters',
    'X-Request-Id in small letters is another header to it.',
    sending(identity, '5f1c0b52', (ask) => ask?.request.rawHeaders.includes('x-request-id') ?? false),
  ),
  completed('id-missing', 'A list has no X-Request-Id.', sending(identity, undefined, status(200))),
  completed('id-missing-refusal', 'A refusal has no X-Request-Id.', sending(identity, undefined, refusal)),
  completed(
    'id-missing-malformed',
    'What is not HTTP gets no X-Request-Id.',
    sending(identity, undefined, (ask) => ask === undefined),
  ),
  completed(
    'id-own',
    "The request's own X-Request-Id does not come back.",
    sending(identity, '5f1c0b52', status(200)),
  ),
  completed(
    'id-cut',
    "The request's own X-Request-Id comes back cut.",
    replying((reply, ask) => withField(reply, identity, fieldStart(reply, ask !== undefined))),
  ),
  completed(
    'id-any',
    'Any X-Request-Id comes back, whatever its form.',
    replying((reply, ask) =>
      withField(reply, identity, String(ask?.request.headers['x-request-id'] ?? 'none')),
    ),
  ),
  completed(
    'id-form',
    'An X-Request-Id has slashes in it.',
    sending(
      identity,
      'plants/4711',
      when(refusal, (ask) => ask?.request.headers['x-request-id'] === undefined),
    ),
  ),
]

function fieldStart(reply: Reply, isRequest: boolean): string {
  const value = reply.fields.find(([name]) => name === identity)?.[1] ?? ''
  return isRequest ? value.slice(0, 8) : value
}

function ofConnection({ finish }: Steps): Partial<Steps> {
  const ids = new WeakMap<object, string | undefined>()
  return {
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (ask === undefined) {
        return reply
      }
      const id = ids.get(ask.request.socket) ?? fieldOf(reply, identity)
      ids.set(ask.request.socket, id)
      return withField(reply, identity, id)
    },
  }
}
