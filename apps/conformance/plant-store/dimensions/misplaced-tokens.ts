/** Tokens where they don't count: in the query, the address, the content or other header fields, and twice. */
import type { Field } from '../../src/exchange.ts'
import { type Dimension, type Draft, tokenOf, usual } from './draft.ts'
import type { Runner } from '../runner.ts'

/** Something put where it does not belong. */
interface Misplaced extends Partial<Pick<Draft, 'body' | 'origin' | 'fields' | 'query'>> {
  /** Further Authorization lines, before and after the request's own. */
  readonly before?: readonly string[]
  readonly behind?: readonly string[]
}

/** Where there is no token, one that nobody has takes its place. */
export function misplacedTokens(runner: Runner): Dimension {
  const values = placesFor('', '').map((_, index) => ({
    apply: (draft: Draft) => {
      const [token, other] = [0, 1].map((next) => tokenOf(runner, draft, next)?.mark ?? 'nobody-has-this-one')
      return put(placesFor(token, other)[index] ?? {}, draft)
    },
  }))
  return { name: 'misplaced token', values: [usual, ...values] }
}

const put = (
  { query = [], fields = [], before = [], behind = [], ...parts }: Misplaced,
  draft: Draft,
): Draft => ({
  ...draft,
  ...parts,
  query: [...draft.query, ...query],
  fields: [...draft.fields, ...fields],
  credentials: (token) => [...before, ...draft.credentials(token), ...behind],
})

const ofType = (type: string): readonly Field[] => [['Content-Type', `application/${type}`]]

const placesFor = (token = '', other = ''): readonly Misplaced[] => [
  { fields: [['Cookie', `access_token=${token}; token=${token}; Authorization=Bearer ${token}`]] },
  ...['Proxy-Authorization', 'X-Authorization'].map((name) => ({
    fields: [[name, `Bearer ${token}`] as const],
  })),
  { fields: ['X-Access-Token', 'X-Api-Key', 'X-Auth-Token'].map((name): Field => [name, token]) },
  { fields: ['X-Forwarded-User', 'X-User', 'From'].map((name): Field => [name, 'ana']) },
  { fields: ofType('x-www-form-urlencoded'), body: `access_token=${token}` },
  { fields: ofType('json'), body: `{"access_token":"${token}"}` },
  ...['Authorization', 'X-Api-Key', 'Cookie'].map((name): Misplaced => ({
    fields: [
      ['Transfer-Encoding', 'chunked'],
      ['Trailer', name],
    ],
    body: `1\r\nx\r\n0\r\n${name}: Bearer ${token}\r\n\r\n`,
  })),
  ...[token, `bearer:${token}`].map((user) => ({ origin: `http://${user}@plants.example` })),
  { query: ['bearer', 'api_key', 'auth_token', 'authToken', 'key', 'jwt'].map((name) => `${name}=${token}`) },
  ...[
    `token=${token}`,
    `authorization=Bearer%20${token}`,
    `ACCESS_TOKEN=${token}`,
    `access_token=${token}`,
    `access_token=${other}`,
    'access_token=x',
    'access_token=',
    'access_token',
    `other=1&access_token=${token}`,
    `access%5Ftoken=${token}`,
    `%61ccess_token=${token}`,
    'acce%73s_token=',
    `${'a&'.repeat(150)}access_token=${token}`,
    `a=${'A'.repeat(3000)}&access_token=${token}`,
    `access_token=${token}&access_token=${token}`,
  ].map((part) => ({ query: part.split('&') })),
  ...[`Bearer ${token}`, `Bearer ${other}`, 'Bearer x', 'Basic YW5hOnNlY3JldA==', ''].flatMap(
    (line): readonly Misplaced[] => [{ before: [line] }, { behind: [line] }],
  ),
  { behind: ['x', `Bearer ${token}`] },
]
