/** The rules of any document: what HTTP says of every service, and what follows from what the document declares. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Rule } from '../rules/rules.ts'
import { type AnyContract, type AnyOperation, isSafe, needsCredential, type Parameter } from './model.ts'
import { isFilter, isOrder, pageSizeOf } from './paging.ts'

/** Every rule that a service with this document has to keep: HTTP's first, then those of each operation, in its order. */
export const rulesOf = ({ operations }: Pick<AnyContract, 'operations'>): readonly Rule[] => [
  ...httpRules,
  ...operations.flatMap((operation) => documentRules(operation)),
]

/** The id of an operation's rule, such as `listPets:parameter:query:limit`. */
export const ruleId = ({ id }: Pick<AnyOperation, 'id'>, ...what: readonly string[]): string =>
  [id, ...what].join(':')

const usual = { kind: 'owed', needs: 'nothing', origin: 'given' } as const
const occasional = { needs: 'occasion' } as const
const refusable = { kind: 'refusable' } as const

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at every rule
const rowsOfHttp = parse(readFileSync(new URL('http-rules.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<'owed' | 'occasional' | 'refusable', Readonly<Record<string, Readonly<Record<string, string>>>>>
>

const ofHttp = (rows: (typeof rowsOfHttp)['owed'], more: Partial<Rule> = {}): readonly Rule[] =>
  Object.entries(rows).flatMap(([id, row]) =>
    Object.entries(row).map(([source, sentence]): Rule =>
      Object.assign({ id, sentence, source, pointer: '', part: 'HTTP', layer: 'http' } as const, usual, more),
    ),
  )

/** What HTTP says of every service: the list in http-rules.yaml, by group and id the clause and the sentence. */
export const httpRules: readonly Rule[] = [
  ...ofHttp(rowsOfHttp.owed),
  ...ofHttp(rowsOfHttp.occasional, occasional),
  ...ofHttp(rowsOfHttp.refusable, refusable),
]

/** The rules of an operation: PART is such as `GET /pets`, WHAT such as `the query parameter limit`. */
const sentences = {
  success: 'A right request for PART gets a success that the document declares.',
  status: 'Every status of a response to PART is one that the document declares.',
  'content-type': 'The Content-Type of a response to PART is one that the document declares for its status.',
  body: 'The body of a response to PART is as the schema for its status says.',
  header:
    'A response to PART has the header fields that are required for its status, and those that are declared are as declared.',
  parameter: 'A request for PART with a wrong value of WHAT is refused.',
  required: 'A request for PART without WHAT is refused.',
  'request-body': 'A request for PART WHAT is refused.',
  credential: 'No request for PART without a right credential gets a success.',
  access: 'What only one caller may see never shows in a response to another for PART.',
  pages: 'A page of PART has no more items than were asked for, and all pages together have each once.',
  filters:
    'A parameter of PART that is called as a member of its items finds those that have the value, and no others.',
  order: 'The items of PART come in the order that is asked for, or that the document says is assumed.',
  effect:
    'What PART did is seen afterwards: created is found, changed is seen, deleted is gone, and the same PUT again changes nothing.',
  'no-effect':
    'A request for PART that is refused or broken off changes nothing, nor does one of a caller who may not see what it is about.',
  failure: 'No request for PART makes the service fail: 500 and above, but 501, 503 and 505.',
}

type Name = keyof typeof sentences

/** The operation's rule of that name; none where it stands nowhere. */
const ruleAt =
  (operation: AnyOperation) =>
  (
    name: Name,
    at: Pick<AnyOperation, 'pointer'> | undefined,
    more: Partial<Rule> = {},
    what = '',
  ): readonly Rule[] => {
    if (at === undefined) return []
    const [id, part] = [ruleId(operation, name), `${operation.method} ${operation.path}`]
    const sentence = sentences[name].replace('PART', part).replace('WHAT', what)
    return [{ id, sentence, layer: 'document', pointer: at.pointer, part, ...usual, ...more }]
  }

function documentRules(operation: AnyOperation): readonly Rule[] {
  const { method, pointer, security, parameters, body, responses } = operation
  const rule = ruleAt(operation)
  const success = responses.find(({ status }) => /^(?:[23]|default)/.test(status))
  const contents = responses.flatMap((response) => response.contents)
  const schemas = contents.flatMap(({ schema }) => (schema === undefined ? [] : { pointer: schema }))
  const [scheme] = needsCredential(operation) ? security.flat() : []
  const ofSuccess = { needs: scheme === undefined ? 'nothing' : 'token' } as const
  const wrong = body?.isRequired === true ? 'with a wrong body, or none,' : 'with a wrong body'
  const ofList = method === 'GET' ? parameters : []
  const filter = ofList.find((one) => isFilter(one))
  const order = ofList.find((one) => isOrder(one))
  const change = isSafe(method) ? undefined : operation
  return [
    ...rule('success', success, ofSuccess),
    ...rule('status', { pointer: `${pointer}/responses` }),
    ...rule('content-type', contents[0], ofSuccess),
    ...rule('body', schemas[0], ofSuccess),
    ...rule('header', responses.flatMap(({ headers }) => headers)[0], ofSuccess),
    ...parameters.flatMap((one) => parameterRules(operation, one)),
    ...rule('request-body', body, refusable, wrong),
    ...rule('credential', scheme, refusable),
    ...rule('access', scheme, { needs: 'two callers' }),
    ...rule('pages', pageSizeOf(operation), occasional),
    ...rule('filters', filter, occasional),
    ...rule('order', order, occasional),
    ...rule('effect', change),
    ...rule('no-effect', change),
    ...rule('failure', operation),
  ]
}

function parameterRules(operation: AnyOperation, one: Parameter): readonly Rule[] {
  const what = `the ${one.in} parameter ${one.name}`
  const rule = (name: 'parameter' | 'required', pointer: string): readonly Rule[] => {
    const id = ruleId(operation, name, one.in, one.name)
    return ruleAt(operation)(name, { pointer }, { ...refusable, id }, what)
  }
  // A path without its value is another path.
  const required = one.isRequired && one.in !== 'path' ? rule('required', `${one.pointer}/required`) : []
  return [...rule('parameter', one.schema), ...required]
}
