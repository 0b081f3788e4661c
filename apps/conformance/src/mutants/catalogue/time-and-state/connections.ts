/** Time and state: wrong on a connection that is used again. */
import { withField } from '../../ask.ts'
import { failing, sending } from '../../faults/replies.ts'
import { silent } from '../../faults/writing.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { reused } from '../../when.ts'
import { toOctets } from '../../write-reply.ts'

const { given, completed } = faultsOf('time and state')

export const connections: readonly Mutant[] = [
  given('fails-reused', 'The second list of a connection fails.', failing(500, reused)),
  given(
    'fails-reused-5',
    'The fifth list of a connection fails.',
    failing(500, (ask) => (ask?.onConnection ?? 0) > 4),
  ),
  given('same-reused', 'A connection repeats its first body.', repeating),
  given(
    'length-reused',
    'On a connection that is used again the length is that of the answer before.',
    repeatingLength,
  ),
  completed(
    'unchallenged-reused',
    'On a connection that is used again 401 comes without a challenge.',
    sending('WWW-Authenticate', undefined, reused),
  ),
  given(
    'empty-reused-refusal',
    'Behind a refusal on the same connection lists are empty.',
    emptyBehindRefusal,
  ),
  given(
    'silent-reused',
    'The third request of a connection is never answered.',
    silent((ask) => (ask?.onConnection ?? 0) > 2),
  ),
  completed('content-as-request', 'Content of a request is taken for the next request.', answeringContent),
]

function repeating({ encodeList }: Steps): Partial<Steps> {
  const first = new WeakMap<object, string | Buffer>()
  return {
    encodeList: (items, ask) => {
      const body = first.get(ask.request.socket) ?? encodeList(items, ask)
      first.set(ask.request.socket, body)
      return body
    },
  }
}

function repeatingLength({ finish }: Steps): Partial<Steps> {
  const before = new WeakMap<object, string>()
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      const own = String(Buffer.byteLength(reply.body))
      const given200 = ask !== undefined && reply.status === 200 ? before.get(ask.request.socket) : undefined
      if (ask !== undefined) {
        before.set(ask.request.socket, own)
      }
      return withField(finished, 'Content-Length', given200 ?? (reply.status === 304 ? undefined : own))
    },
  }
}

function emptyBehindRefusal({ finish, findPlants }: Steps): Partial<Steps> {
  const refused = new WeakSet<object>()
  return {
    findPlants: (caller, ask) =>
      refused.has(ask.request.socket) ? Promise.resolve([]) : findPlants(caller, ask),
    finish: (reply, ask) => {
      if (ask !== undefined && reply.status >= 400) {
        refused.add(ask.request.socket)
      }
      return finish(reply, ask)
    },
  }
}

/** Answers once more where content came. */
function answeringContent({ write }: Steps): Partial<Steps> {
  return {
    write: (reply, ask) => {
      write(reply, ask)
      if (Number(ask.request.headers['content-length'] ?? 0) > 0) {
        const surplus = toOctets({ status: 404, fields: [['Content-Length', '0']], body: '' })
        ask.response.once('finish', () => ask.request.socket.write(surplus))
      }
    },
  }
}
