/** Correct servers with several machines and proxies, where answers may show which one made them. */
import { adding, bodies, onRefusals, sending, sendingAs, writing } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { toHttp2 } from '../server/to-http2.ts'
import { bodied, endWith, inTurn, toOctets } from '../server/write-reply.ts'
import { every, field, http10, is200, is304, listed, not } from '../triggers.ts'

/** The second of two machines behind a load balancer answers. */
const onSecond = every(2)

export const completed: Faults = {
  'charset-by-machine: One of two machines names the charset.': [sending('Content-Type', 'application/json; charset=utf-8'), onSecond, not(is304)],
  'directives-by-machine: One of two machines writes the directives of Cache-Control in another order.': [
    sendingAs('Cache-Control', (own) => own?.split(', ').toReversed().join(', ')),
    onSecond,
    listed,
  ],
  'backend-server: Every answer names the machine that made it in X-Backend-Server.': adding(['X-Backend-Server', 'rack-2']),
  'transactions-told: Every answer has its transaction numbers in X-Varnish.': adding(['X-Varnish', '32770 3']),
  // Which refusals differ does not depend on the reason.
  'members-of-canary: Every 97th refusal of a credential comes from a machine that writes the message before the number.': onRefusals(
    (nth) => nth % 97 === 0,
    bodies((body) => String(body).replace(/^\{("error":\d+),("message":.*)\}$/, '{$2,$1}')),
  ),
  'sampled-refusals: Every 89th refusal of a credential says that it was traced.': onRefusals((nth) => nth % 89 === 0, sending('X-Sampled', '1')),
  'at-work-then-continue: A client that holds content back gets a 102 before the 100 that asks for it.': () => ({
    heldContent: ({ response }) => {
      response.writeProcessing()
      return 'asked for'
    },
  }),
  // As Jetty and Tomcat can; it was deprecated in 2022 (RFC 9113, 3.1).
  'h2c-answered: An offer of h2c with HTTP2-Settings is accepted, and the list follows in HTTP/2.': [
    writing((reply, ask) => {
      const switching = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
      inTurn(ask, () => void ask.socket.write(Buffer.concat([switching, toHttp2(bodied(reply, ask))])))
    }),
    is200,
    not(http10),
    field('http2-settings'),
    field('upgrade', /^h2c$/i),
    field('connection', /\bupgrade, *http2-settings\b/i),
  ],
  // To announce the end of a connection is a SHOULD (RFC 9112, 9.6).
  'old-not-kept: Every connection of an HTTP/1.0 client is closed after the answer, whatever the client asks for, without notice.': [
    writing((reply, ask) => endWith(toOctets(bodied(reply, ask)), ask)),
    http10,
  ],
}
