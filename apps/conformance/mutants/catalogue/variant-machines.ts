/** Correct servers of several machines, and what stands before them: which one answers may be seen. */
import { adding, replying, sending, writing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { type Reply, withBody, withField } from '../server/ask.ts'
import { bodied, endWith, toOctets } from '../server/write-reply.ts'
import { http10, is304, listed, not, request } from '../triggers.ts'

/** Of two machines behind a balancer the second one answers. */
const onSecond = request(({ number }) => number % 2 === 0)

/** Changes each n-th refusal of a credential, whatever the reason for it is. */
const eachRefusal =
  (n: number, change: (reply: Reply) => Reply): Change =>
  (steps) => {
    let count = 0
    return replying((reply) => {
      count += reply.status === 401 ? 1 : 0
      return reply.status === 401 && count % n === 0 ? change(reply) : reply
    })(steps)
  }

export const completed: Faults = {
  'charset-by-machine: Of two machines one names the character set.': [
    sending('Content-Type', 'application/json; charset=utf-8'),
    onSecond,
    not(is304),
  ],
  'directives-by-machine: Of two machines one names the directives of Cache-Control in another order.': [
    sending('Cache-Control', 'no-cache, private'),
    onSecond,
    listed,
  ],
  'backend-server: Every answer names the machine that made it in X-Backend-Server.': adding(['X-Backend-Server', 'rack-2']),
  'transactions-told: Every answer has the numbers of its transactions in X-Varnish.': adding(['X-Varnish', '32770 3']),
  // Which refusals differ does not depend on the reason.
  'members-of-canary: Each 97th refusal of a credential comes from a machine that writes the message before the number.': eachRefusal(97, (reply) => {
    const [, error = '', message = ''] = /^\{"error":(\d+),"message":(.*)\}$/.exec(String(reply.body)) ?? []
    return withBody(reply, `{"message":${message},"error":${error}}`)
  }),
  'sampled-refusals: Each 89th refusal of a credential says that it was traced.': eachRefusal(89, (reply) => withField(reply, 'X-Sampled', '1')),
  'at-work-then-continue: Who holds content back is told 102 before it is asked for with 100.': () => ({
    heldContent: ({ response }) => {
      response.writeProcessing()
      return 'asked for'
    },
  }),
  // To say that the connection ends is a SHOULD (RFC 9112, 9.6).
  'old-not-kept: For clients of HTTP/1.0 no connection is kept, whatever they wish, and nothing is said of it.': [
    writing((reply, ask) => endWith(toOctets(bodied(reply, ask)), ask)),
    http10,
  ],
}
