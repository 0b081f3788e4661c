/** Time and state: content that comes late, that comes unasked, or that is left unread. */
import { lengthOf } from '../faults/routes.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import type { Ask, Reply } from '../server/ask.ts'
import { toOctets } from '../server/write-reply.ts'
import { request } from '../triggers.ts'

const malformed: Reply = {
  status: 400,
  fields: [
    ['Cache-Control', 'no-store'],
    ['Content-Length', '0'],
    ['Connection', 'close'],
  ],
  body: '',
}

/** Answers without reading all of the content, and takes the rest for the next request. */
const leavingContent: Change = ({ write }) => ({
  write: (reply, ask) => {
    ask.response.once('finish', () => ask.socket.end(toOctets(malformed)))
    write(reply, ask)
  },
})

const lateMs = 200

/** Leaves content that comes late after the head. */
const leavingLateContent: Change = (reference) => {
  const startedAt = performance.now()
  const late = new WeakSet<Ask>()
  return {
    checkForm: (ask) => {
      if (lengthOf(ask) > 0 && performance.now() - startedAt - ask.ageMs >= lateMs) late.add(ask)
      reference.checkForm(ask)
    },
    ...on(
      request((ask) => late.has(ask)),
      leavingContent,
    )(reference),
  }
}

/** Never answers a request whose content comes at once in spite of Expect. */
const eagerContent: Change = ({ write }) => {
  const eager = new WeakSet<Ask>()
  return {
    heldContent: (ask) => {
      setImmediate(() => {
        if (!ask.came().endsWith('\r\n\r\n')) eager.add(ask)
      })
      return 'asked for'
    },
    write: (reply, ask) => {
      if (!eager.has(ask)) write(reply, ask)
    },
  }
}

export const completed: Faults = {
  'late-content: Content that comes a fifth of a second after the head is taken for the next request.': leavingLateContent,
  'content-behind-401: More than ten thousand octets of content with a refused token are taken for the next request.': [
    leavingContent,
    request((ask) => ask.trace.status === 401 && lengthOf(ask) > 10_000),
  ],
  'held-not-waited: A request with Expect whose content comes at once all the same is never answered.': eagerContent,
}
