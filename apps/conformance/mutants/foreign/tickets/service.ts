/** The tickets: OpenAPI 3.1 in two files, bearer tokens, problem+json, tickets that only their agent sees. */
import { STATUS_CODES } from 'node:http'
import { type Reply, withField } from '../../server/ask.ts'
import { Type } from '@sinclair/typebox'
import { date, oneOf, record } from '../kinds.ts'
import {
  bodyOf,
  type Call,
  json,
  type Operations,
  Problem,
  refuseFor,
  replyWith,
  type Service,
  stepsOf,
  valueOf,
} from '../service.ts'

/** Values are right by the kinds of the body that they came in. */
type Ticket = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly agent: string
  readonly created: string
}
type Comment = Readonly<Record<string, unknown>>

const priorities = oneOf('high', 'low', 'normal')
const status = oneOf('closed', 'new', 'open', 'waiting')
const tag = Type.String({ maxLength: 20, pattern: '^[a-z]+(?:-[a-z]+)*$' })
const changes = {
  title: Type.String({ minLength: 1, maxLength: 80 }),
  priority: priorities,
  tags: Type.Array(tag, { maxItems: 4, uniqueItems: true }),
  due: Type.Union([date, Type.Null()]),
}
const contacts = Type.Union([
  record({ type: oneOf('email'), address: Type.String({ format: 'email' }) }),
  record({ type: oneOf('phone'), number: Type.String({ pattern: '^\\+[0-9]{5,15}$' }) }),
])
const kinds = {
  created: record({ ...changes, contact: contacts }, ['title', 'priority']),
  replaced: record({ ...changes, status, contact: contacts }, ['title', 'priority', 'status', 'tags', 'due']),
  changed: record({ ...changes, status }, []),
  comment: record(
    {
      text: Type.String({ minLength: 1, maxLength: 300 }),
      answerTo: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    },
    ['text'],
  ),
}

const ticketId = { name: 'ticketId', in: 'path', kind: Type.Integer({ minimum: 1 }) } as const
const query = {
  status: {
    name: 'status',
    in: 'query',
    kind: Type.Array(status, { uniqueItems: true }),
    isRepeated: true,
  },
  priority: { name: 'filter[priority]', in: 'query', kind: priorities },
  tag: { name: 'filter[tag]', in: 'query', kind: tag },
  limit: { name: 'limit', in: 'query', kind: Type.Integer({ minimum: 1, maximum: 100 }) },
  after: { name: 'after', in: 'query', kind: Type.Integer({ minimum: 0 }) },
} as const
const ifMatch = { name: 'If-Match', in: 'header', kind: Type.String({ pattern: '^"[^"]+"$' }) } as const

const tokens: Readonly<Record<string, string>> = {
  'token-of-kim.5Gh2qVx0LdW8': 'kim',
  'token-of-lou.Zt7PyJb4NcE1': 'lou',
}

interface State {
  readonly tickets: Map<number, Ticket>
  readonly comments: Map<number, Comment[]>
  readonly make: (agent: string, value: object, at?: Date) => Ticket
  /** The caller's ticket that the path names. */
  readonly own: (ask: Call) => Ticket
}

function makeState(): State {
  let latest = 100
  const tickets = new Map<number, Ticket>()
  const comments = new Map<number, Comment[]>()
  const make = (agent: string, value: object, at = new Date()): Ticket => {
    latest += 1
    const usual = { created: at.toISOString(), status: 'new', tags: [], due: null }
    const ticket = { id: latest, agent, ...usual, ...value }
    tickets.set(latest, ticket)
    comments.set(latest, [])
    return ticket
  }
  for (const [at, agent] of ['kim', 'lou', 'kim', 'kim', 'lou', 'lou', 'kim', 'lou'].entries()) {
    const contact = { type: 'email', address: `${agent}-${at}@tickets.test` }
    const more = at % 3 === 0 ? { contact, status: 'open' } : { due: '2027-01-31' }
    const priority = at % 2 === 0 ? 'high' : 'low'
    const value = { title: `${agent} looks at printer ${at}`, priority, tags: ['printer'], ...more }
    const { id } = make(agent, value, new Date(1_790_000_000_000 + at))
    comments.set(id, [{ number: 1, text: `${agent} was here.`, by: agent, answerTo: null }])
  }
  const own = (ask: Call): Ticket => {
    const ticket = tickets.get(valueOf(ticketId, ask, 404) ?? 0)
    if (ticket === undefined || ticket.agent !== ask.user) throw new Problem(404, 'You have no such ticket.')
    return ticket
  }
  return { tickets, comments, make, own }
}

function listTickets(tickets: State['tickets'], ask: Call): Reply {
  const filter = { priority: valueOf(query.priority, ask), tag: valueOf(query.tag, ask) }
  const [wanted, limit, after] = [
    valueOf(query.status, ask),
    valueOf(query.limit, ask) ?? 20,
    valueOf(query.after, ask) ?? 0,
  ]
  if ([...ask.query.keys()].some((name) => /^filter\[(?!priority\]$|tag\]$)/.test(name)))
    refuseFor(['filter'], ask)
  const found = [...tickets.values()].filter(
    (ticket) =>
      ticket.agent === ask.user &&
      ticket.id > after &&
      (filter.priority ?? ticket['priority']) === ticket['priority'] &&
      (filter.tag === undefined || (Array.isArray(ticket['tags']) && ticket['tags'].includes(filter.tag))) &&
      (wanted === undefined || wanted.some((one) => one === ticket['status'])),
  )
  const items = found.slice(0, limit)
  const last = items.at(-1)?.id ?? null
  return json(
    200,
    { items, last },
    found.length > limit ? [['Link', `</tickets?after=${last}&limit=${limit}>; rel="next"`]] : [],
  )
}

function ticketOperations({ tickets, make, own }: State): Operations {
  const keep = (ticket: Ticket): Reply => {
    tickets.set(ticket.id, ticket)
    return json(200, ticket)
  }
  return {
    'GET /tickets': (ask) => listTickets(tickets, ask),
    'POST /tickets': (ask) => {
      const ticket = make(ask.user, bodyOf(kinds.created, ask))
      return json(201, ticket, [['Location', `/tickets/${ticket.id}`]])
    },
    'GET /tickets/{ticketId}': (ask) => json(200, own(ask)),
    'PUT /tickets/{ticketId}': (ask) => {
      const ticket = own(ask)
      const expected = valueOf(ifMatch, ask)
      if (expected !== undefined && expected !== ask.steps.tag(JSON.stringify(ticket), ask))
        throw new Problem(412, 'It has changed.')
      const value = bodyOf(kinds.replaced, ask)
      return keep({ id: ticket.id, agent: ticket.agent, created: ticket.created, ...value })
    },
    'PATCH /tickets/{ticketId}': (ask) =>
      keep({ ...own(ask), ...bodyOf(kinds.changed, ask, 'application/merge-patch+json') }),
    'DELETE /tickets/{ticketId}': (ask) => {
      tickets.delete(own(ask).id)
      return { status: 204, fields: [], body: '' }
    },
  }
}

const commentOperations = ({ comments, own }: State): Operations => ({
  'GET /tickets/{ticketId}/comments': (ask) => json(200, comments.get(own(ask).id) ?? []),
  'POST /tickets/{ticketId}/comments': (ask) => {
    const all = comments.get(own(ask).id) ?? []
    const value = {
      answerTo: null,
      ...bodyOf(kinds.comment, ask),
      number: all.length + 1,
      by: ask.user,
    }
    all.push(value)
    return json(201, value)
  },
})

/** Says in a success how many requests are left. */
function counting(): (reply: Reply) => Reply {
  let left = 1_000_000
  return (reply) => {
    left = Math.max(0, left - 1)
    return reply.status === 204 ? reply : withField(reply, 'RateLimit-Remaining', String(left))
  }
}

function start() {
  const state = makeState()
  return stepsOf({
    authenticate: ({ headers: { authorization = '' } }) =>
      tokens[/^bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1] ?? ''],
    isOpen: () => false,
    success: counting(),
    problem: (code, detail) =>
      replyWith(
        code,
        'application/problem+json',
        JSON.stringify({ type: 'about:blank', title: STATUS_CODES[code], status: code, detail }),
        code === 401 ? [['WWW-Authenticate', 'Bearer realm="tickets"']] : [],
      ),
    ...ticketOperations(state),
    ...commentOperations(state),
  })
}

export const ticketSystem: Service = {
  name: 'tickets',
  document: new URL('openapi.yaml', import.meta.url),
  world: new URL('world.json', import.meta.url),
  prefix: '',
  start,
}
