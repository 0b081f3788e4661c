/** The rules of any document: what HTTP says of every service, and what follows from what the document declares. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Rule } from '../rules/rules.ts'
import { type AnyContract, type AnyOperation, isSafe } from './model.ts'
import { isFilter, isOrder, pageSizeOf } from './paging.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at every rule
const rowsOfHttp = parse(readFileSync(new URL('http-rules.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<keyof typeof groups, Readonly<Record<string, Readonly<Record<string, string>>>>>
>

/** Every rule that a service with this document has to keep: HTTP's first, then those of each operation, in its order. */
export const rulesOf = ({ operations }: Pick<AnyContract, 'operations'>): readonly Rule[] => [
  ...httpRules,
  ...operations.flatMap((operation) => documentRules(operation)),
]

/** The id of an operation's rule, such as `listPets:parameter:query:limit`. */
export const ruleId = ({ id }: Pick<AnyOperation, 'id'>, ...what: readonly string[]): string =>
  [id, ...what].join(':')

const groups = {
  owed: { kind: 'owed', needs: 'nothing' },
  occasional: { kind: 'owed', needs: 'occasion' },
  refusable: { kind: 'refusable', needs: 'nothing' },
} as const

/** What HTTP says of every service: the list in http-rules.yaml, by group and id the clause and the sentence. */
export const httpRules: readonly Rule[] = (['owed', 'occasional', 'refusable'] as const).flatMap((group) =>
  Object.entries(rowsOfHttp[group]).flatMap(([id, row]) =>
    Object.entries(row).map(([source, sentence]): Rule =>
      Object.assign(
        { id, sentence, source, pointer: '', origin: 'given', layer: 'http' } as const,
        groups[group],
      ),
    ),
  ),
)

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

const refusable = new Set<Name>(['parameter', 'required', 'request-body', 'credential'])
const ofSuccess = new Set<Name>(['success', 'content-type', 'body', 'header'])

const needsOf: Readonly<Partial<Record<Name, Rule['needs']>>> = {
  access: 'two callers',
  pages: 'occasion',
  filters: 'occasion',
  order: 'occasion',
}

/** Which rule stands where; without a pointer, the operation has none of that name. */
type Row = readonly [name: Name, pointer: string | undefined, what?: string, more?: string]

function documentRules(operation: AnyOperation): Rule[] {
  const { method, path, pointer, security } = operation
  const isSecured = security.length > 0 && security.every((schemes) => schemes.length > 0)
  const scheme = isSecured ? (security[0]?.[0]?.pointer ?? '') : undefined
  const change = isSafe(method) ? undefined : pointer
  const part = `${method} ${path}`
  const rows: readonly Row[] = [
    ...responseRows(operation),
    ...requestRows(operation),
    ['credential', scheme],
    ['access', scheme],
    ...listRows(operation),
    ['effect', change],
    ['no-effect', change],
    ['failure', pointer],
  ]
  return rows.flatMap(([name, at, what = '', more = '']): Rule[] => {
    if (at === undefined) return []
    const needs = isSecured && ofSuccess.has(name) ? 'token' : (needsOf[name] ?? 'nothing')
    const kind = refusable.has(name) ? 'refusable' : 'owed'
    const sentence = sentences[name].replace('PART', part).replace('WHAT', what)
    return [
      {
        id: ruleId(operation, name + more),
        sentence,
        kind,
        needs,
        origin: 'given',
        layer: 'document',
        pointer: at,
        part,
      },
    ]
  })
}

function responseRows({ pointer, responses }: AnyOperation): readonly Row[] {
  const contents = responses.flatMap((response) => response.contents)
  return [
    ['success', responses.find(({ status }) => /^(?:[23]|default)/.test(status))?.pointer],
    ['status', `${pointer}/responses`],
    ['content-type', contents[0]?.pointer],
    ['body', contents.find(({ schema }) => schema !== undefined)?.schema],
    ['header', responses.flatMap(({ headers }) => headers)[0]?.pointer],
  ]
}

const requestRows = ({ parameters, body }: AnyOperation): readonly Row[] => [
  ...parameters.flatMap(({ in: where, name, isRequired, pointer, schema }): readonly Row[] => {
    const [what, more] = [`the ${where} parameter ${name}`, `:${where}:${name}`]
    // A path without its value is another path.
    const required = isRequired && where !== 'path' ? `${pointer}/required` : undefined
    return [
      ['parameter', schema, what, more],
      ['required', required, what, more],
    ]
  }),
  [
    'request-body',
    body?.pointer,
    body?.isRequired === true ? 'with a wrong body, or none,' : 'with a wrong body',
  ],
]

function listRows(operation: AnyOperation): readonly Row[] {
  const parameters = operation.method === 'GET' ? operation.parameters : []
  return [
    ['pages', pageSizeOf(operation)?.pointer],
    ['filters', parameters.find((one) => isFilter(one))?.pointer],
    ['order', parameters.find((one) => isOrder(one))?.pointer],
  ]
}
