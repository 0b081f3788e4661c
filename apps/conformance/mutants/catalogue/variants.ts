/** Correct servers, each different from the reference: none of them may be accused. */
import { adding, answering, closing, delaying, sending, writing, replying, unstored } from '../faults/replies.ts'
import { listBy, refusingAt } from '../faults/routes.ts'
import { both, type Change, on, type Faults } from '../mutant.ts'
import { answer } from '../server/answer.ts'
import { type Reply, Refusal } from '../server/ask.ts'
import { checkForm } from '../server/check-form.ts'
import { reference } from '../server/reference.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { all, every, is304, is405, method, not, onConnection, refusal, request, target, is200, status } from '../triggers.ts'

const unmeasured = ({ fields }: Reply): Reply['fields'] => fields.filter(([name]) => name !== 'Content-Length')
const hasBody = all(method('GET'), not(is304))

/** Without a length: the end of the connection is the end of the answer. */
const untilEnd: Change = writing((reply, ask) => endWith(toOctets({ ...reply, fields: [...unmeasured(reply), ['Connection', 'close']] }), ask))

/** A few octets at a time, without a length. */
const inPieces: Change = writing((reply, { response }) => {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, unmeasured(reply).flat())
  for (let at = 0; at < body.length; at += 7) response.write(body.subarray(at, at + 7))
  response.end()
})

const allowing = on(is405, sending('Allow', 'OPTIONS, GET, HEAD'))
const onOptions = (code: number): Change => on(listBy('OPTIONS'), both(answering(code, ''), sending('Allow', 'GET, HEAD, OPTIONS')))
const uncached = (code: number, body: string): Change => both(answering(code, body), sending('Cache-Control', 'no-store'))

/** What the answer to an expectation that is none would be without it. */
const unexpecting: Change = replying((reply, ask) => (reply.status === 417 && ask !== undefined ? answer(reference, ask) : reply))

export const completed: Faults = {
  'chunked: Answers come in chunks, without a length.': sending('Content-Length', undefined),
  'many-chunks: Answers come in chunks of seven octets.': [inPieces, hasBody],
  'close-for-length: The end of the connection is the end of an answer.': [untilEnd, hasBody],
  'keep-alive: It is said that connections are kept.': [
    adding(['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=60, max=1000']),
    request(({ response }) => response.shouldKeepAlive),
  ],
  'close: Every connection is closed behind its first answer.': closing,
  'close-refusals: A connection is closed behind a refusal.': [closing, refusal],
  'close-third: A connection is closed behind its third answer.': [closing, onConnection(3)],
  'slow-seldom: Every tenth answer takes 200 milliseconds.': [delaying(200), every(10)],
  'slow-answers: Every answer takes 30 milliseconds.': delaying(30),
  'options-200: OPTIONS gets 200 and says what there is.': both(onOptions(200), allowing),
  'options-204: OPTIONS gets 204 and says what there is.': both(
    onOptions(204),
    on(listBy('OPTIONS'), sending('Content-Length', undefined)),
    allowing,
  ),
  'allow-otherwise: Allow names methods in another order.': [sending('Allow', 'HEAD,GET'), is405],
  'longer-target: Longer targets are taken in.': () => ({ checkForm: (ask) => checkForm(ask, 12_000) }),
  'held-content-unasked: Content that a client holds back is not asked for: the answer comes without it.': () => ({
    heldContent: () => 'done without',
  }),
  'star-400: The target * is a mistake of form, except for OPTIONS.': [
    refusingAt('checkPath', 'malformedRequest'),
    target(/^\*/),
    not(method('OPTIONS')),
  ],
  'other-host-421: Whole addresses of another host get 421.': [
    both(uncached(421, '{"error":42101,"message":"This is another host."}'), sending('Content-Type', 'application/json')),
    target(/^http:\/\/(?![^/]*127\.)/i),
  ],
  'starting: While it starts it cannot answer yet.': [
    both(uncached(503, '{"error":50301,"message":"The service cannot answer now. Try again later."}'), sending('Retry-After', '1')),
    request(({ number }) => number < 5),
  ],
  'rare-methods-400: PURGE and its like are no methods to it.': [
    refusingAt('checkPath', 'malformedRequest'),
    request(({ method: name }) => /^(?:PURGE|SOURCE|NOTIFY|(?:UN)?SUBSCRIBE|M-SEARCH|QUERY)$/.test(name)),
  ],
  'if-match-412: If-Match with another tag gets 412.': [
    unstored(412, 41_201, 'The list is another one.'),
    is200,
    request((ask) => 'if-match' in ask.request.headers && ask.request.headers['if-match'] !== '*'),
  ],
  'other-host-misdirected: A Host that is not its own gets 421.': [
    unstored(421, 42_101, 'This is another host.'),
    status(200, 304),
    request((ask) => ask.request.headers.host !== undefined && !ask.request.headers.host.startsWith('127.')),
  ],
  'little-content: Content of more than a thousand octets gets 413.': [
    both(unstored(413, 41_301, 'The request content is too large.'), closing),
    status(200, 304),
    request((ask) => Number(ask.request.headers['content-length'] ?? 0) > 1000),
  ],
  'expectations-ignored: An expectation that is none is ignored.': unexpecting,
  'longer-header: Longer headers are taken in.': () => ({
    checkForm: (ask) => {
      try {
        checkForm(ask)
      } catch (error) {
        if (!(error instanceof Refusal) || error.entry.status !== 431 || ask.request.rawHeaders.length > 200) throw error
      }
    },
  }),
  'broken-codes-400: A target with a broken percent code is no well-formed HTTP.': ({ checkForm: usual }) => ({
    checkForm: (ask) => {
      usual(ask)
      if (/%(?![\da-f]{2})/i.test(ask.request.url ?? '')) throw new Refusal('malformedRequest')
    },
  }),
}
