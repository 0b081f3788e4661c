/** Rows of the ticket system: what it may do, and what breaks its document or HTTP. */
import { answering, asStatus, evenWithBody, hinting, lacking, lengths, replying, replyingTo, sending } from '../../faults/replies.ts'
import { fieldOf, withBody, withField } from '../../server/ask.ts'
import { http10, is304, is401, is404, not, refusal, request, status } from '../../triggers.ts'
import { callerAs, doing, failingFor, get, items, latestWins, lettingAll, ok, overlooking, rewriting, type Rows } from '../changes.ts'
import { isObject } from '../kinds.ts'
import { json, Problem } from '../service.ts'

const list = ok(/^\/tickets(\?|$)/)
const tickets = ok(/^\/tickets(?:\/\d+)?(?:\?|$)/)

export const faults: Rows = {
  'id-text: The number of a ticket is a string.': [items((one) => ({ ...one, id: String(one['id']) })), tickets],
  'created-number: The time a ticket was made is a number.': [items((one) => ({ ...one, created: Date.parse(String(one['created'])) })), tickets],
  'due-lost: A ticket that is never due does not say so.': [items(({ due, ...one }) => (due === null ? one : { ...one, due })), tickets],
  'challenge-lost: 401 does not say how to authenticate.': [lacking('WWW-Authenticate'), is401],
  'problem-as-json: Problems are plain JSON.': [sending('Content-Type', 'application/json'), refusal],
  'problem-status-text: The status in a problem is a string.': [rewriting((value) => ({ ...(isObject(value) && value), status: '404' })), is404],
  'filter-any: Any priority may be filtered by.': overlooking('filter[priority]'),
  'after-500: A wrong number of the last ticket fails with 500.': failingFor('after'),
  'any-token-of-kim: Whatever begins like a token of kim is taken for it.': callerAs(
    (name, { headers }) => name ?? (/^bearer token-of-/i.test(headers.authorization ?? '') ? 'kim' : undefined),
  ),
  'token-in-any-case: The letter case of a token does not count.': callerAs(
    (name, { headers }) => name ?? (/^bearer token-of-kim\.5Gh2qVx0LdW8$/i.test(headers.authorization ?? '') ? 'kim' : undefined),
  ),
  'latest-caller: While requests are under way together, the caller is the latest one.': latestWins,
  'rate-lost: Lists do not say how many requests are left.': [lacking('RateLimit-Remaining'), list],
  'unchanged-with-body: 304 has a body.': [replying((reply) => withBody(reply, '{"unchanged":true}')), evenWithBody, is304],
  'length-short: The length of a list is stated as a byte too short.': [lengths((body) => body.length - 1), list],
}

export const writing: Rows = {
  'empty-500: A body of nothing fails with 500.': [
    answering(500, '{"type":"about:blank","title":"Failed","status":500}', 'application/problem+json'),
    status(400, 415),
    request(({ content }) => content === ''),
  ],
  'priority-any: A ticket may have any priority.': overlooking('priority'),
  'contact-any: Any contact is accepted.': overlooking('contact'),
  'put-counts: Each PUT of the same ticket adds to its title.': doing('PUT /tickets/{ticketId}', (usual, ask) => {
    const content = (ask.content ?? '').replace(/"title": ?"(.)/, (_all, first: string) => `"title":"${first}${ask.number % 10}`)
    return usual({ ...ask, content })
  }),
  'refused-changes: A change that is refused has its title kept.': doing('PATCH /tickets/{ticketId}', (usual, ask) => {
    const title = /"title": ?"([^"\\]*)"/.exec(ask.content ?? '')?.[1] ?? 'Changed'
    try {
      return usual(ask)
    } catch (error) {
      usual({ ...ask, content: JSON.stringify({ title }), headers: { ...ask.headers, 'content-type': 'application/merge-patch+json' } })
      throw error
    }
  }),
  'deleted-by-anybody: Whoever knows its number removes a ticket.': lettingAll('DELETE /tickets/{ticketId}', 'kim', 'lou'),
  'left-may-write: An agent who has left can still make tickets.': callerAs(
    (name, { method, headers }) => name ?? (method === 'POST' && headers.authorization?.includes('token-of-max') === true ? 'lou' : undefined),
  ),
}

export const oddities: Rows = {
  'wrong-422: What is wrong in a request is refused with 422.': [
    asStatus(422),
    rewriting((value) => ({ ...(isObject(value) && value), status: 422 })),
    status(400),
  ],
  'hidden: Whoever has no good credential is told that there is nothing.': [
    asStatus(404),
    lacking('WWW-Authenticate'),
    rewriting((value) => ({ ...(isObject(value) && value), status: 404 })),
    is401,
  ],
  'gone-410: A ticket that was removed is gone, not missing.': (steps) => {
    const gone = new Map<string, string>()
    const { 'DELETE /tickets/{ticketId}': remove, 'GET /tickets/{ticketId}': show } = steps
    return {
      'DELETE /tickets/{ticketId}': (ask) => {
        const reply = remove?.(ask)
        gone.set(ask.params['ticketId'] ?? '', ask.user)
        return reply ?? json(500, {})
      },
      'GET /tickets/{ticketId}': (ask) => {
        if (gone.get(ask.params['ticketId'] ?? '') === ask.user) throw new Problem(410, 'It was removed.')
        return show?.(ask) ?? json(500, {})
      },
    }
  },
  'deleted-again: Removing a ticket that there is not is a success.': doing('DELETE /tickets/{ticketId}', (usual, ask) => {
    try {
      return usual(ask)
    } catch (error) {
      if (error instanceof Problem && error.status === 404 && /^[1-9]\d*$/.test(ask.params['ticketId'] ?? ''))
        return { status: 204, fields: [], body: '' }
      throw error
    }
  }),
  'problem-extended: Problems have members and a type of their own.': [
    rewriting((value) => ({ ...(isObject(value) && value), type: '/problems/oops', instance: '/log/1', errors: [{ pointer: '#/title' }] })),
    refusal,
  ],
  'whole-location: Location is a whole address.': [
    replyingTo((reply, { headers }) => withField(reply, 'Location', `http://${headers.host}${fieldOf(reply, 'Location')}`)),
    status(201),
  ],
  'pretty: JSON is laid out over lines.': replying((reply) =>
    reply.body === '' ? reply : withBody(reply, `${JSON.stringify(JSON.parse(reply.body.toString()), undefined, 2)}\n`),
  ),
  'any-type: JSON is read whatever its media type says.': () => ({ isMediaType: () => true }),
  'hints: Each response has an interim one in front, except to old clients.': [
    hinting('103 Early Hints\r\nLink: </style.css>; rel=preload'),
    not(http10),
  ],
  'sessions: Each response sets a cookie.': [
    replyingTo((reply, { number }) => ({ ...reply, fields: [...reply.fields, ['Set-Cookie', `visit=${number}; Path=/; HttpOnly`]] })),
    get,
  ],
}
