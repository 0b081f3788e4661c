/** What the foreign services share: the way of a request to its response, in steps that a fault can replace. */
import type { Change } from '../mutant.ts'
import { type Ask, Refusal, type Reply, withField } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'
import { reference, type Steps } from '../server/reference.ts'
import { type Running, serve } from '../server/serve.ts'
import { fixedWorld } from '../server/world.ts'
import type { Static, TSchema } from '@sinclair/typebox'
import { isObject, isOf, type Members, readText, wrongMembers } from './kinds.ts'

/** One API that is not ours: a document, a world file, and a correct service. */
export interface Service {
  readonly name: string
  readonly document: URL
  readonly world: URL
  /** What all paths begin with. */
  readonly prefix: string
  /** The correct service with a state of its own. */
  readonly start: () => ForeignSteps
}

/** A method and a template, such as `GET /pets/{id}`. */
export type Operation = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
type Handler = (ask: Call) => Reply
export type Operations = Readonly<Record<Operation, Handler>>

/** A request that an operation is found for. */
export interface Call extends Ask {
  /** The values of the path, decoded. */
  params: Readonly<Record<string, string>>
  /** The name of the caller. */
  user: string
  steps: ForeignSteps
}

/** The steps of a service. Those for limits and lists of plants have no use in it. */
export interface ForeignSteps extends Steps {
  readonly [operation: Operation]: Handler | undefined
  /** The name of the caller; undefined where the credential is wrong or lacking. */
  readonly authenticate: (ask: Call) => string | undefined
  /** Whether the operation needs no credential. */
  readonly isOpen: (operation: Operation, ask: Call) => boolean
  /** Of what is wrong in the request (names of parameters and of members of the body), what it is refused for. */
  readonly wrong: (names: readonly string[], ask: Call) => readonly string[]
  /** Whether the body has a type that is declared. */
  readonly isMediaType: (type: string, declared: string, ask: Call) => boolean
  readonly problem: (status: number, message: string, ask: Ask | undefined) => Reply
  /** The last look at a success. */
  readonly success: (reply: Reply, ask: Call) => Reply
}

/** What a step throws when the request must be refused. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly fields: Reply['fields']

  constructor(status: number, message: string, fields: Reply['fields'] = []) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** A correct service from its operations and what it does differently from others. */
export const stepsOf = (own: Pick<ForeignSteps, 'problem'> & Partial<ForeignSteps>): ForeignSteps => ({
  ...reference,
  finish: (reply) => reply,
  authenticate: () => '',
  isOpen: () => true,
  wrong: (names) => names,
  isMediaType: (type, declared) => type === declared,
  success: (reply) => reply,
  ...own,
})

/** What the body of a reply says. */
export const parsed = ({ body }: Reply): unknown => JSON.parse(body.toString())

/** Starts the service with a change in this thread. Its address includes the prefix. */
export async function startForeign(
  { start, prefix }: Service,
  change: Change<ForeignSteps> = () => ({}),
): Promise<Running> {
  const correct = start()
  const steps = { ...correct, ...change(correct) }
  const running = await serve(steps, fixedWorld, {
    respond: (_steps, ask) => respond(steps, Object.assign(ask, { params: {}, user: '', steps }), prefix),
    refuse: (_steps, { status, message }, ask) => steps.finish(steps.problem(status, message, ask), ask),
  })
  return { url: running.url + prefix, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

async function respond(steps: ForeignSteps, call: Call, prefix: string): Promise<Reply> {
  await steps.pause(call)
  return steps.finish(handle(steps, call, prefix), call)
}

function handle(steps: ForeignSteps, call: Call, prefix: string): Reply {
  try {
    steps.checkForm(call)
    const operation = route(steps, call, prefix)
    const user = steps.authenticate(call)
    if (user === undefined && !steps.isOpen(operation, call))
      throw new Problem(401, 'A credential is needed.')
    call.user = user ?? ''
    const reply = steps.success(steps[operation]?.(call) ?? { status: 500, fields: [], body: '' }, call)
    return operation.startsWith('GET ') && reply.status === 200 ? tagged(steps, reply, call) : reply
  } catch (error) {
    if (error instanceof Refusal) return steps.problem(error.entry.status, error.entry.message, call)
    if (!(error instanceof Problem)) return steps.problem(500, 'It failed.', call)
    const reply = steps.problem(error.status, error.message, call)
    return { ...reply, fields: [...reply.fields, ...error.fields] }
  }
}

/** The operation that the request is for; its path's values go into the call. */
function route(steps: ForeignSteps, call: Call, prefix: string): Operation {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- steps with a slash in their names are operations
  const operations = Object.keys(steps).filter((name) => name.includes(' /')) as Operation[]
  const found = operations.flatMap((operation) => {
    const template = prefix + operation.slice(operation.indexOf('/'))
    const params = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(call.path)
    return params === null ? [] : [{ operation, params: params.groups ?? {} }]
  })
  if (found.length === 0) throw new Problem(404, 'There is nothing here.')
  const wanted = call.method === 'HEAD' ? 'GET' : call.method
  const match = found.find(({ operation }) => operation.startsWith(`${wanted} `))
  if (match === undefined) {
    const methods = found.map(({ operation }) => operation.split(' ', 1).join(''))
    throw new Problem(405, 'This method is not for this path.', [
      ['Allow', [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')],
    ])
  }
  call.params = Object.fromEntries(Object.entries(match.params).map(([name, text]) => [name, decode(text)]))
  return match.operation
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Problem(400, 'The path is not percent-encoded UTF-8.')
  }
}

function tagged(steps: ForeignSteps, reply: Reply, call: Call): Reply {
  const tag = steps.tag(reply.body, call)
  const kept = withField(reply, 'ETag', tag)
  if (!steps.isCurrent(tag, call)) return kept
  const fields = kept.fields.filter(([name]) => !/^Content-/i.test(name))
  return { status: 304, fields, body: '' }
}

/** A reply with a body. */
export const replyWith = (
  status: number,
  type: string,
  body: string,
  fields: Reply['fields'] = [],
): Reply => ({
  status,
  fields: [['Content-Type', type], ['Content-Length', String(Buffer.byteLength(body))], ...fields],
  body,
})

/** A reply with a value as JSON. */
export const json = (status: number, value: unknown, fields?: Reply['fields']): Reply =>
  replyWith(status, 'application/json', JSON.stringify(value), fields)

export interface Parameter<Kind extends TSchema> {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly kind: Kind
  /** A text for each time that it is in the query. */
  readonly isRepeated?: true
}

/** The value of a parameter; undefined where there is none. Throws a `Problem` with this status for a wrong one. */
export function valueOf<Kind extends TSchema>(
  parameter: Parameter<Kind>,
  call: Call,
  status = 400,
): Static<Kind> | undefined {
  const { name, kind } = parameter
  const texts = textsOf(parameter, call)
  if (texts.length === 0) return undefined
  const value = parameter.isRepeated ? texts : texts.length === 1 ? readText(kind, texts[0] ?? '') : undefined
  if (isOf(kind, value)) return value
  refuseFor([name], call, status)
  return undefined
}

function textsOf(
  { in: place, name }: Parameter<TSchema>,
  { params, query, request, headers }: Call,
): readonly string[] {
  if (place === 'path') return [params[name] ?? '']
  if (place === 'query') return query.getAll(name)
  if (place === 'header') return fieldLines(request, name.toLowerCase())
  const pairs = (headers.cookie ?? '').split(/; */).map((pair) => pair.split('='))
  return pairs.flatMap(([cookie, ...value]) => (cookie === name ? [value.join('=')] : []))
}

/** The value of a parameter that must be there. */
export function required<Kind extends TSchema>(
  parameter: Parameter<Kind>,
  call: Call,
  otherwise: Static<Kind>,
): Static<Kind> {
  const value = valueOf(parameter, call)
  if (value === undefined) refuseFor([parameter.name], call)
  return value ?? otherwise
}

/** Throws a `Problem` if the request is refused for any of what is wrong in it. */
export function refuseFor(names: readonly string[], call: Call, status = 400): void {
  const [first] = call.steps.wrong(names, call)
  if (first !== undefined) throw new Problem(status, `The request is wrong: ${first}.`)
}

/** The members of the request's body. Throws a `Problem` for a wrong one. */
export function bodyOf(kind: TSchema, call: Call, type = 'application/json'): Members {
  const [given = ''] = (call.headers['content-type'] ?? '').toLowerCase().split(';')
  if (call.content === '' && given === '') throw new Problem(400, 'A body is needed.')
  if (!call.steps.isMediaType(given.trim(), type, call)) throw new Problem(415, `The body must be ${type}.`)
  const value = parse(call.content ?? '')
  if (!isObject(value)) {
    refuseFor(['body'], call)
    return {}
  }
  refuseFor(wrongMembers(kind, value), call)
  return value
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
