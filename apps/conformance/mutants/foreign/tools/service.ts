/** The tool library: OpenAPI 3.0 as YAML, a key in a header, loans that only their member sees. */
import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { date, oneOf, record } from '../kinds.ts'
import {
  bodyOf,
  type Call,
  json,
  type Operations,
  Problem,
  refuseFor,
  type Service,
  stepsOf,
  valueOf,
} from '../service.ts'
import { categories, due, keep, type Loan, makeState, shown, type State, states, tools } from './data.ts'

const changes = {
  days: Type.Integer({ minimum: 1, maximum: 28 }),
  note: Type.Union([Type.String({ maxLength: 60 }), Type.Null()]),
}
const kinds = {
  changes: record(changes, []),
  terms: record({ toolId: Type.String({ pattern: '^T-[0-9]{4}$' }), ...changes }, ['toolId', 'days']),
  profile: record({
    displayName: Type.String({ minLength: 1, maxLength: 40 }),
    language: oneOf('de', 'en', 'fr'),
    newsletter: Type.Boolean(),
    favourites: Type.Array(oneOf(...categories), { maxItems: 3, uniqueItems: true }),
  }),
}
const query = {
  category: { name: 'category', in: 'query', kind: oneOf(...categories) },
  available: { name: 'available', in: 'query', kind: Type.Boolean() },
  page: { name: 'page', in: 'query', kind: Type.Integer({ minimum: 1, maximum: 1000 }) },
  perPage: { name: 'perPage', in: 'query', kind: Type.Integer({ minimum: 1, maximum: 50 }) },
  state: {
    name: 'state',
    in: 'query',
    kind: Type.Array(oneOf(...states), { minItems: 1, uniqueItems: true }),
  },
  dueBefore: { name: 'dueBefore', in: 'query', kind: date },
} as const
const loanId = { name: 'loanId', in: 'path', kind: Type.String({ format: 'uuid' }) } as const

/** The keys of the members. */
const keys: Readonly<Record<string, string>> = {
  'key-of-ada-6Rt0wZqY8nB2': 'ada',
  'key-of-bo-Xk93LmEw7PvD': 'bo',
}

const codes: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
}

const toolOperations: Operations = {
  'GET /tools': (ask) => {
    const [category, available] = [valueOf(query.category, ask), valueOf(query.available, ask)]
    const [page, perPage] = [valueOf(query.page, ask) ?? 1, valueOf(query.perPage, ask) ?? 5]
    const found = tools.filter(
      (tool) =>
        (category ?? tool.category) === tool.category && (available ?? tool.available) === tool.available,
    )
    const items = found.slice((page - 1) * perPage, page * perPage)
    return json(200, { items, page, total: found.length }, [['X-Total-Count', String(found.length)]])
  },
  'GET /tools/{toolId}': ({ params }) => {
    const tool = tools.find(({ id }) => id === params['toolId'])
    if (tool === undefined) throw new Problem(404, 'There is no such tool.')
    return json(200, tool)
  },
}

function loanOperations({ loans }: State): Operations {
  const ownLoan = (ask: Call): Loan => {
    const loan = loans.get(valueOf(loanId, ask)?.toLowerCase() ?? '')
    if (loan === undefined || loan.member !== ask.user) throw new Problem(404, 'You have no such loan.')
    return loan
  }
  return {
    'GET /loans': (ask) => {
      const [wanted, before] = [valueOf(query.state, ask) ?? states, valueOf(query.dueBefore, ask)]
      const own = [...loans.values()].filter(
        ({ member, state }) => member === ask.user && wanted.includes(state),
      )
      return json(
        200,
        own.filter((loan) => before === undefined || due(loan) < before).map((loan) => shown(loan)),
      )
    },
    'POST /loans': (ask) => {
      const value = bodyOf(kinds.terms, ask)
      if (!tools.some(({ id }) => id === value['toolId'])) throw new Problem(404, 'There is no such tool.')
      const own = [...loans.values()].filter(({ member }) => member === ask.user)
      if (value['toolId'] === 'T-0007' || own.length >= 100)
        throw new Problem(409, 'That can not be borrowed now.')
      const since = new Date().toISOString()
      const fresh: Loan = {
        id: randomUUID(),
        member: ask.user,
        since,
        state: 'open',
        terms: { toolId: '', days: 1, note: null },
      }
      const loan = keep(loans, fresh, value)
      return json(201, shown(loan), [['Location', `/loans/${loan.id}`]])
    },
    'GET /loans/{loanId}': (ask) => json(200, shown(ownLoan(ask))),
    'PATCH /loans/{loanId}': (ask) => {
      const loan = ownLoan(ask)
      const value = bodyOf(kinds.changes, ask)
      if (Object.keys(value).length === 0) refuseFor(['body'], ask)
      return json(200, shown(keep(loans, loan, value)))
    },
    'DELETE /loans/{loanId}': (ask) => {
      loans.delete(ownLoan(ask).id)
      return { status: 204, fields: [], body: '' }
    },
  }
}

const profileOperations = ({ profiles }: State): Operations => ({
  'GET /profile': ({ user }) => json(200, profiles.get(user)),
  'PUT /profile': (ask) => {
    profiles.set(ask.user, bodyOf(kinds.profile, ask))
    return json(200, profiles.get(ask.user))
  },
})

function start() {
  const state = makeState()
  return stepsOf({
    authenticate: ({ headers }) => keys[headers['x-library-key']?.toString() ?? ''],
    isOpen: (operation) => operation.startsWith('GET /tools'),
    problem: (status, message) =>
      json(
        status,
        { code: status >= 500 ? 'failed' : (codes[status] ?? 'refused'), message },
        status === 401 ? [['WWW-Authenticate', 'ApiKey realm="tools"']] : [],
      ),
    ...toolOperations,
    ...loanOperations(state),
    ...profileOperations(state),
  })
}

export const toolLibrary: Service = {
  name: 'tools',
  document: new URL('openapi.yaml', import.meta.url),
  world: new URL('world.json', import.meta.url),
  prefix: '',
  start,
}
