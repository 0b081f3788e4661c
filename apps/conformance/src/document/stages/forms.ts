/** Other forms of a request, which HTTP takes for the same. */
import type { SentRequest } from '../../exchange.ts'

/** One other form. */
export interface Form {
  /** The clause that says so, such as `RFC 9112, 7.1`. */
  readonly source: string
  /** Undefined where the request has no such form. `url`: that of the service. */
  readonly rewrite: (request: SentRequest, url: string) => SentRequest | undefined
  /** Whether its content comes in pieces. */
  readonly isCut?: true
  /** The status by which a service may refuse the form alone. */
  readonly refusal?: number
}

/** The whole address as the target (RFC 9112, 3.2.2). `url`: that of the service. */
export const asAbsolute = (request: SentRequest, url: string): SentRequest => ({
  ...request,
  target: new URL(url).origin + request.target,
})

const typed = (write: (type: string) => string): Form => ({
  source: 'RFC 9110, 8.3.1',
  rewrite: (request) => withField(request, /^content-type$/i, (type) => ['Content-Type', write(type)]),
})

const capitals = (type: string): string => type.replace(/^[^;]*/, (name) => name.toUpperCase())

export const forms: readonly Form[] = [
  {
    source: 'RFC 9112, 7.1',
    rewrite: ({ body = '', ...request }) => {
      const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      const framed = withField(request, /^content-length$/i, () => ['Transfer-Encoding', 'chunked'])
      return body === '' ? undefined : framed && { ...framed, body: chunks }
    },
    refusal: 411,
  },
  {
    source: 'RFC 9112, 6.3',
    rewrite: (request) => ((request.body ?? '') === '' ? undefined : request),
    isCut: true,
  },
  typed(capitals),
  // A parameter means nothing to JSON (RFC 8259, 11); of other types that is not known.
  typed((type) => (type === 'application/json' ? `${type} ; charset=UTF-8` : capitals(type))),
  { source: 'RFC 9112, 3.2.2', rewrite: asAbsolute },
]

function withField(
  request: SentRequest,
  name: RegExp,
  change: (value: string) => SentRequest['fields'][number],
): SentRequest | undefined {
  const isNamed = request.fields.some(([own]) => name.test(own))
  const fields = request.fields.map((field) => (name.test(field[0]) ? change(field[1]) : field))
  return isNamed ? { ...request, fields } : undefined
}
