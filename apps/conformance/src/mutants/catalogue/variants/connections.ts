/** Variants: other ways to send an answer, and to treat connections. */
import { setTimeout } from 'node:timers/promises'
import type { Ask, Reply } from '../../ask.ts'
import { inTurn, reusing, send, times, wholeList, wrongLimit } from '../../demonstration.ts'
import { replying, sending } from '../../faults/replies.ts'
import { type Change, type Variant, variant } from '../../mutant.ts'
import { always, every, refusal, type When } from '../../when.ts'
import { endWith, toOctets } from '../../write-reply.ts'

/** Closes the connection behind an answer, and says so. */
const closing = (condition: When): Change =>
  replying((reply, ask) => {
    if (ask !== undefined) {
      ask.response.shouldKeepAlive = false
    }
    return reply
  }, condition)

const hasBody = (reply: Reply, ask: Ask): boolean => ask.method === 'GET' && reply.status !== 304

/** Without a length: the end of the connection is the end of the answer. */
const untilEnd: Change = ({ write }) => ({
  write: (reply, ask) => {
    if (hasBody(reply, ask)) {
      const fields = reply.fields.filter(([name]) => name !== 'Content-Length')
      endWith(toOctets({ ...reply, fields: [...fields, ['Connection', 'close']] }), ask)
    } else {
      write(reply, ask)
    }
  },
})

/** A few octets at a time, without a length. */
const inPieces: Change = ({ write }) => ({
  write: (reply, ask) => {
    if (hasBody(reply, ask)) {
      const { response } = ask
      const body = Buffer.from(reply.body)
      response.writeHead(reply.status, reply.fields.filter(([name]) => name !== 'Content-Length').flat())
      for (let at = 0; at < body.length; at += 7) {
        response.write(body.subarray(at, at + 7))
      }
      response.end()
    } else {
      write(reply, ask)
    }
  },
})

const slow = (ms: number, condition: When): Change =>
  replying(async (reply) => {
    await setTimeout(ms)
    return reply
  }, condition)

export const connections: readonly Variant[] = [
  variant(
    'chunked',
    'Answers come in chunks, without a length.',
    wholeList,
    sending('Content-Length', undefined),
  ),
  variant('many-chunks', 'Answers come in chunks of seven octets.', wholeList, inPieces),
  variant(
    'keep-alive',
    'It is said that connections are kept.',
    wholeList,
    replying((reply, ask) =>
      ask?.response.shouldKeepAlive === true
        ? {
            ...reply,
            fields: [...reply.fields, ['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=60, max=1000']],
          }
        : reply,
    ),
  ),
  variant('close', 'Every connection is closed behind its first answer.', wholeList, closing(always)),
  variant('close-refusals', 'A connection is closed behind a refusal.', wrongLimit, closing(refusal)),
  variant(
    'close-third',
    'A connection is closed behind its third answer.',
    reusing(...times(3, wholeList)),
    closing((ask) => (ask?.onConnection ?? 0) > 2),
  ),
  variant('close-for-length', 'The end of the connection is the end of an answer.', wholeList, untilEnd),
  variant(
    'slow-seldom',
    'Every tenth answer takes 200 milliseconds.',
    send('GET /plants'),
    slow(200, every(10)),
  ),
  variant('slow-answers', 'Every answer takes 30 milliseconds.', inTurn(wholeList), slow(30, always)),
]
