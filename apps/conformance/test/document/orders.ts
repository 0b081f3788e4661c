/** The document and the world file of the service of orders. */
import { callers } from '../../services/orders/service.ts'
import { documentOf } from './written.ts'

const members = {
  number: { type: 'string', pattern: '^N[0-9]{5}$' },
  title: { type: 'string', maxLength: 20 },
  mail: { type: 'string', format: 'email' },
  price: { type: 'number', minimum: 0, maximum: 90 },
  state: { type: 'string', enum: ['open', 'done'], default: 'open' },
}
const content = (schema: object, example?: object): object => ({
  required: true,
  content: { 'application/json': { schema, ...(example && { example }) } },
})
const required = ['number', 'title', 'price']
/** Its number is taken: what is like it is refused with 409, wrong or not. */
const example = { number: 'N90000', title: 'Six oaks', mail: 'anna@example.com', price: 12, state: 'done' }
const body = content({ type: 'object', additionalProperties: false, required, properties: members }, example)
const patch = content({ type: 'object', additionalProperties: false, properties: members })
const header = (name: string, more: object = {}): object => ({
  name,
  in: 'header',
  schema: { type: 'string' },
  ...more,
})
const inPath = (name: string, schema: object): object => ({ name, in: 'path', required: true, schema })
const id = inPath('id', { type: 'string', pattern: '^order-[0-9]+$' })
const query = (name: string, of: object): object => ({ name, in: 'query', schema: of })
const requestId = header('X-Request-Id', { schema: { type: 'string', pattern: '^[a-z0-9-]{8,36}$' } })
const headers = { 'X-Request-Id': { schema: { type: 'string' } } }
const done = { description: 'Done.', headers }
const refused = Object.fromEntries(
  [400, 401, 404, 409, 415, 422].map((status) => [status, { description: 'Refused.', headers }]),
)
const operation = (operationId: string, status: number, more: object = {}): object => ({
  operationId,
  responses: { [status]: done, ...refused },
  ...more,
})
const size = query('limit', { type: 'integer', minimum: 1, maximum: 50 })
const line = content(
  { type: 'object', required: ['tree'], properties: { tree: { type: 'string', maxLength: 9 } } },
  { tree: 'oak' },
)

export const document = documentOf('3.1.0', {
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/orders': {
      get: operation('list', 200, {
        parameters: [
          requestId,
          size,
          query('after', { type: 'string', pattern: '^order-[0-9]+$' }),
          query('state', members.state),
          query('sort', { enum: ['price', '-price'] }),
        ],
      }),
      post: operation('make', 201, { parameters: [requestId, header('Idempotency-Key')], requestBody: body }),
    },
    '/orders/{id}': {
      parameters: [id, requestId],
      get: { ...operation('show', 200), responses: { 200: done, 304: done, ...refused } },
      put: operation('put', 200, { parameters: [header('If-Match', { required: true })], requestBody: body }),
      patch: operation('change', 200, { parameters: [header('If-Match')], requestBody: patch }),
      delete: operation('remove', 204, { parameters: [header('If-Match')] }),
    },
    '/orders/{id}/lines': {
      parameters: [id],
      get: operation('lines', 200),
      post: operation('add', 201, { requestBody: line }),
    },
    '/orders/{id}/lines/{line}': {
      parameters: [id, inPath('line', { type: 'integer' })],
      delete: operation('take', 204),
    },
  },
})

export const world = JSON.stringify({
  callers: callers.map((token, at) => ({ name: token, token, values: { id: [`order-${at + 1}`] } })),
})
