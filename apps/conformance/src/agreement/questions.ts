/** The requests that go to both the mock and the service. */
import { operations } from '@plant-store/contracts/schemas'
import { requestWriter } from '@plant-store/raw-http'
import { fitsTemplate } from '../contract/path-template.ts'
import type { Field, SentRequest } from '../exchange.ts'

/** What a request carries: the first caller's token, with the scheme in this spelling; an unknown token; or none. */
export type Credential = 'none' | 'Bearer' | 'bearer' | 'Basic' | 'unknown'

/** One request. */
export interface Question {
  readonly method: string
  readonly target: string
  readonly as: Credential
  /** The rule that a service breaks by answering with another class of status than is due. */
  readonly rule: string
  /**
   * The first digit of the status that is due, where the mock is known to answer otherwise, and the id of that
   * deviation. Everywhere else the mock's own answer is the measure.
   */
  readonly but?: { readonly due: number; readonly deviation: string }
}

const ask = (method: string, target: string, rule: string, as: Credential = 'Bearer'): Question => ({
  method,
  target,
  as,
  rule,
})

const get = (target: string, rule: string, as?: Credential): Question => ask('GET', target, rule, as)

const but = (question: Question, due: number, deviation: string): Question => ({
  ...question,
  but: { due, deviation },
})

const spelled = (value: string, rule: string): Question =>
  but(get(`/plants?limit=${value}`, rule), 4, 'spellings-of-numbers')

export const questions: readonly Question[] = [
  get('/plants', 'answers-right-requests'),
  get('/plants?limit=0', 'limit-zero'),
  ...['1', '3', '2147483647'].map((limit) => get(`/plants?limit=${limit}`, 'answers-right-requests')),
  get('/plants?color=green', 'other-parameters-ignored'),
  get('/plants?limit=-1', 'limit-minimum'),
  get('/plants?limit=2147483648', 'limit-maximum'),
  get('/plants?limit=many', 'limit-is-a-number'),
  get('/plants?limit=1.5', 'limit-is-a-number'),
  get('/plants?limit=1&limit=1', 'limit-once'),
  get('/plants?limit=%D9%A3', 'limit-in-ascii-digits'),
  spelled('', 'limit-not-empty'),
  spelled('007', 'limit-without-leading-zero'),
  spelled('%2B5', 'limit-without-sign'),
  spelled('%205', 'limit-without-space'),
  spelled('5.0', 'limit-without-fraction'),
  spelled('1e3', 'limit-without-exponent'),
  spelled('0x10', 'limit-in-decimal'),
  get('/plants', 'token-required', 'none'),
  get('/plants?limit=-1', 'token-required', 'none'),
  get('/plants', 'other-scheme-refused', 'Basic'),
  but(get('/plants', 'unknown-token-refused', 'unknown'), 4, 'any-token'),
  but(get('/plants', 'scheme-in-any-case', 'bearer'), 2, 'scheme-in-capitals'),
  but(get('/plants?access_token=abc', 'token-not-in-query'), 4, 'token-in-query'),
  ...['/', '/plants/', '/PLANTS', '/plants/1']
    .filter((path) => !Object.values(operations).some((operation) => fitsTemplate(operation.path, path)))
    .map((path) => get(path, 'no-other-path')),
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ask(method, '/plants', 'other-methods-405')),
  but(ask('HEAD', '/plants', 'head-as-get'), 2, 'no-head'),
]

/** The question as a request to this host. */
export function toRequest({ method, target, as }: Question, host: string, token: string): SentRequest {
  const credentials: Readonly<Record<Credential, string | undefined>> = {
    none: undefined,
    unknown: 'Bearer agreement-has-no-such-token',
    Bearer: `Bearer ${token}`,
    bearer: `bearer ${token}`,
    Basic: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
  }
  const credential = credentials[as]
  const fields: readonly (Field | undefined)[] = [
    credential === undefined ? undefined : ['Authorization', credential],
    method.startsWith('P') ? ['Content-Length', '0'] : undefined,
  ]
  return requestWriter(host)(method, target, { fields: fields.filter((field) => field !== undefined) })
}
