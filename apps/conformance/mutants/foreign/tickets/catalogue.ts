/** Rows of the ticket system: what it may do, and what breaks its document or HTTP. */
import { answering, asStatus, evenWithBody, hinting, lacking, lengths, replying, replyingTo, sending } from '../../faults/replies.ts'
import { setTimeout } from 'node:timers/promises'
import type { Change } from '../../mutant.ts'
import { type Ask, fieldOf, withBody, withField } from '../../server/ask.ts'
import { http10, is304, is401, is404, not, refusal, request, status } from '../../triggers.ts'
import { callerAs, doing, failingFor, get, items, latestWins, lettingAll, ok, overlooking, rewriting, type Rows } from '../changes.ts'
import { isObject } from '../kinds.ts'
import { anyKnownTag, latestTag, oneOfATitle, statusesOfAll } from './changes.ts'
import { type ForeignSteps, json, Problem } from '../service.ts'

const list = ok(/^\/tickets(\?|$)/)
const tickets = ok(/^\/tickets(?:\/\d+)?(?:\?|$)/)

/** Looks at each request before anything else does. */
const lookingAt =
  (look: (ask: Ask) => void): Change<ForeignSteps> =>
  ({ checkForm }) => ({
    checkForm: (ask) => {
      checkForm(ask)
      look(ask)
    },
  })

const isTyped =
  (read: (type: string) => string): Change<ForeignSteps> =>
  () => ({
    isMediaType: (_type, declared, { headers }) => read(headers['content-type'] ?? '') === declared,
  })

/** What makes a ticket takes a while, so that others come meanwhile. */
const slowlyAtOnce: Change<ForeignSteps> = ({ pause }) => ({
  pause: async (ask) => {
    await pause(ask)
    if (ask.method === 'POST') await setTimeout(50)
  },
})

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
  'statuses-of-all: With two statuses, the list has tickets of all agents.': statusesOfAll,
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
  'unlike-by-anybody: No two tickets of an agent have the same title, and whoever knows its number removes one.': [
    oneOfATitle,
    lettingAll('DELETE /tickets/{ticketId}', 'kim', 'lou'),
  ],
  'chunks-lost: Content in chunks is taken for none.': lookingAt((ask) => {
    if (ask.headers['transfer-encoding'] !== undefined) ask.content = ''
  }),
  'chunks-empty: Content in chunks is taken for an empty object where that is right.': lookingAt((ask) => {
    if (ask.headers['transfer-encoding'] !== undefined && ask.method === 'PATCH') ask.content = '{}'
  }),
  'type-letters: The letters of a media type must be those of the document.': isTyped((type) => type.split(';', 1).join('').trim()),
  'type-bare: A media type must have no parameters.': isTyped((type) => type.toLowerCase()),
  'patch-415: The media type that the document says for changes is refused.': () => ({ isMediaType: (type) => type === 'application/json' }),
  'absolute-404: There is nothing at a target with the address of the service.': lookingAt(({ url }) => {
    if (url.startsWith('http')) throw new Problem(404, 'There is nothing here.')
  }),
  'tag-by-second: The tag of a ticket says which it is, and the second in which it is shown.': ({ tag }) => ({
    tag: (body, ask) => tag(/^{"id":\d+/.test(String(body)) ? `${ask.path} ${Math.trunc(ask.ageMs / 1000)}` : body, ask),
  }),
  'late-304: The tag that was last sent for a ticket stands for it, whatever has become of that.': latestTag,
  'if-match-once: A ticket is replaced by whoever names a tag that it had once.': anyKnownTag,
  'left-may-write: An agent who has left can still make tickets.': callerAs(
    (name, { method, headers }) => name ?? (method === 'POST' && headers.authorization?.includes('token-of-max') === true ? 'lou' : undefined),
  ),
}

export const oddities: Rows = {
  'chunks-411: Content in chunks is refused for want of a length.': lookingAt(({ headers }) => {
    if (headers['transfer-encoding'] !== undefined) throw new Problem(411, 'How long is it?')
  }),
  'busy-409: Of tickets that are made at the same time, only one is.': [
    slowlyAtOnce,
    doing('POST /tickets', (usual, ask) => {
      if (ask.together > 1 && ask.number % 2 === 0) throw new Problem(409, 'Another one is being made.')
      return usual(ask)
    }),
  ],
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
  'unlike: No two tickets of an agent have the same title.': oneOfATitle,
  'sessions: Each response sets a cookie.': [
    replyingTo((reply, { number }) => ({ ...reply, fields: [...reply.fields, ['Set-Cookie', `visit=${number}; Path=/; HttpOnly`]] })),
    get,
  ],
}
