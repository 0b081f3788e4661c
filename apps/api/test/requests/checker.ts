/** Compares a response with what is due to its request, and with what holds for every response. */
import { isDeepStrictEqual } from 'node:util'
import { errorCatalogue, type Plant } from '@plant-store/contracts'
import { type RawResponse, valuesOf, type World } from '@plant-store/testkit'
import type { Due } from '@plant-store/testkit/rows'
import { type Context, fill } from './services.ts'

/** One sentence for each thing that is wrong; none if all is well. */
export function checkResponse(
  response: RawResponse,
  method: string,
  due: Due,
  known: Context,
): readonly string[] {
  const { carries = '', lacks = '', error = 0 } = due
  const challenge = challenges[error]
  const carried = [
    ...fill(carries, known.words).split('\n'),
    ...(challenge === undefined ? [] : [`WWW-Authenticate: ${challenge}`]),
  ].filter((line) => line !== '')
  return [
    ...response.faults,
    ...(response.version === '1.1' ? [] : [`the response is in HTTP/${response.version}`]),
    ...(response.status === due.due ? [] : [`the status is ${response.status}, due is ${due.due}`]),
    ...(method === 'HEAD' || due.due === 304 ? [] : bodyFaults(response, due, known)),
    ...carried.flatMap((line) => {
      const [name = '', ...value] = line.split(': ')
      return valuesOf(response, name).join('\n') === value.join(': ') ? [] : [`it does not carry ${line}`]
    }),
    ...lacks
      .split(', ')
      .filter((name) => name !== '' && valuesOf(response, name).length > 0)
      .map((name) => `it carries ${name}`),
    ...fieldFaults(response),
  ]
}

/** RFC 6750 section 3: a caller that sent no token is not told of an error. */
const challenges: Readonly<Record<number, string>> = {
  40_101: 'Bearer realm="plant-store"',
  40_102: 'Bearer realm="plant-store", error="invalid_token"',
}

/** UTF-8 without a byte-order mark (RFC 8259 section 8.1): with one, the text is not JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function bodyFaults(
  { body }: RawResponse,
  { due, error, plants }: Due,
  { world }: Context,
): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(body))
  } catch {
    return ['the body is not JSON in UTF-8']
  }
  if (due >= 400) {
    const entry = Object.values(errorCatalogue).find((each) => each.error === error && each.status === due)
    const whole = entry && { error, message: entry.message }
    return isDeepStrictEqual(value, whole) ? [] : [`the body is not that of error ${error} in the catalogue`]
  }
  const came = Array.isArray(value) ? `${value.length} plants` : 'no list'
  return isDeepStrictEqual(value, duePlants(plants, world)) ? [] : [`not ${plants}: ${came} came, or others`]
}

/** Throws where a row does not say which plants are due: it would accept any body. */
function duePlants(plants: string | undefined, { users }: World): readonly Plant[] {
  if (plants === 'none') return []
  const [, count = '', user = ''] = /^(all|first \d+) of (\w+)$/.exec(plants ?? '') ?? []
  const list = users[user]?.plants
  if (list === undefined) throw new Error(`which plants are due? Not ${plants}`)
  return list.slice(0, count === 'all' ? undefined : Number(count.slice('first '.length)))
}

/** What a field must be, sent once, in responses of this status; undefined where it must not be sent. */
type FieldRule = readonly [name: string, due: (status: number) => RegExp | undefined]

const fieldRules: readonly FieldRule[] = [
  ['Content-Type', (status) => (status === 304 ? undefined : /^application\/json(?:; ?charset=utf-8)?$/i)],
  ['Cache-Control', (status) => (status < 400 ? /^private, no-cache$/ : /^no-store$/)],
  ['Vary', (status) => (status < 400 ? /(?:^|, ?)authorization(?:$|,)/i : undefined)],
  ['ETag', (status) => (status < 400 ? /^(?:W\/)?"[!#-~]*"$/ : undefined)],
  ['WWW-Authenticate', (status) => (status === 401 ? /^Bearer / : undefined)],
  ['Allow', (status) => (status === 405 ? /^GET, HEAD$/ : undefined)],
  ['X-Request-Id', () => /^[\w.:-]{1,64}$/],
  // RFC 9110 section 5.6.7.
  ['Date', () => /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/],
  // These tell of the software.
  ...['Server', 'X-Powered-By', 'Via', 'X-Runtime'].map((name) => [name, () => undefined] as const),
]

function fieldFaults(response: RawResponse): readonly string[] {
  return fieldRules.flatMap(([name, due]) => {
    const pattern = due(response.status)
    const values = valuesOf(response, name)
    const isFine =
      pattern === undefined ? values.length === 0 : values.length === 1 && pattern.test(values.join())
    return isFine ? [] : [`${name} is ${JSON.stringify(values)}`]
  })
}
