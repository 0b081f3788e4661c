/** Tokens where they don't count: in the query, the address, the content or other header fields, and twice. */
import type { Field } from '../../exchange.ts'
import { type Dimension, type Draft, type Setting, tokenOf, usual, type Value } from './draft.ts'

/** Something put where it does not belong. */
interface Misplaced extends Partial<Pick<Draft, 'body' | 'origin' | 'fields'>> {
  readonly query?: readonly string[]
  /** Further Authorization lines, before and after the request's own. */
  readonly before?: readonly string[]
  readonly behind?: readonly string[]
}

/** Where there is no token, one that nobody has takes its place. */
export function misplacedTokens(place: Setting): Dimension {
  const count = placesFor('', '').length
  return {
    name: 'misplaced token',
    values: [usual, ...Array.from({ length: count }, (_, index) => putAt(place, index))],
  }
}

const nobody = 'nobody-has-this-one'

const putAt = (place: Setting, index: number): Value => ({
  apply: (draft) => {
    const [token = nobody, other = nobody] = [0, 1].map((next) => tokenOf(place, draft, next)?.mark)
    return put(placesFor(token, other)[index] ?? {}, draft)
  },
})

const placesFor = (token: string, other: string): readonly Misplaced[] => [
  ...elsewhere(token),
  ...inQuery(token, other).map((part) => ({ query: part.split('&') })),
  ...twice(token, other),
]

function put(
  { query = [], fields = [], before = [], behind = [], ...parts }: Misplaced,
  draft: Draft,
): Draft {
  return {
    ...draft,
    ...parts,
    query: [...draft.query, ...query],
    fields: [...draft.fields, ...fields],
    credentials: (token) => [...before, ...draft.credentials(token), ...behind],
  }
}

const form: Field = ['Content-Type', 'application/x-www-form-urlencoded']
const json: Field = ['Content-Type', 'application/json']

const elsewhere = (token: string): readonly Misplaced[] => [
  { fields: [['Cookie', `access_token=${token}; token=${token}; Authorization=Bearer ${token}`]] },
  { fields: [['Proxy-Authorization', `Bearer ${token}`]] },
  { fields: [['X-Authorization', `Bearer ${token}`]] },
  { fields: ['X-Access-Token', 'X-Api-Key', 'X-Auth-Token'].map((name): Field => [name, token]) },
  { fields: ['X-Forwarded-User', 'X-User', 'From'].map((name): Field => [name, 'ana']) },
  { fields: [form], body: `access_token=${token}` },
  { fields: [json], body: `{"access_token":"${token}"}` },
  { query: [`token=${token}`] },
  { query: [`authorization=Bearer%20${token}`] },
  { query: [`ACCESS_TOKEN=${token}`] },
  { query: ['bearer', 'api_key', 'auth_token', 'authToken', 'key', 'jwt'].map((name) => `${name}=${token}`) },
  ...['Authorization', 'X-Api-Key', 'Cookie'].map((name): Misplaced => ({
    fields: [
      ['Transfer-Encoding', 'chunked'],
      ['Trailer', name],
    ],
    body: `1\r\nx\r\n0\r\n${name}: Bearer ${token}\r\n\r\n`,
  })),
  { origin: `http://${token}@plants.example` },
  { origin: `http://bearer:${token}@plants.example` },
]

const inQuery = (token: string, other: string): readonly string[] => [
  `access_token=${token}`,
  `access_token=${other}`,
  'access_token=x',
  'access_token=',
  'access_token',
  `other=1&access_token=${token}`,
  `access%5Ftoken=${token}`,
  `%61ccess_token=${token}`,
  `access_toke%6E=${token}`,
  `acce%73s_token=`,
  `${'a&'.repeat(150)}access_token=${token}`,
  `a=${'A'.repeat(3000)}&access_token=${token}`,
  `access_token=${token}&access_token=${token}`,
]

const twice = (token: string, other: string): readonly Misplaced[] =>
  [`Bearer ${token}`, `Bearer ${other}`, 'Bearer x', 'Basic YW5hOnNlY3JldA==', '']
    .flatMap((line): readonly Misplaced[] => [{ before: [line] }, { behind: [line] }])
    .concat({ behind: ['x', `Bearer ${token}`] })
