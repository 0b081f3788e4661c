/** The rules of any document: what HTTP says of every service, and what follows from what the document declares. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Rule } from '../rules/rules.ts'
import { type AnyContract, type AnyOperation, isSafe, type Parameter } from './model.ts'
import { isFilter, isOrder, pageSizeOf } from './paging.ts'

/** Every rule that a service with this document has to keep: HTTP's first, then those of each operation, in its order. */
export const rulesOf = ({ operations }: Pick<AnyContract, 'operations'>): readonly Rule[] => [
  ...httpRules,
  ...operations.flatMap((operation) => documentRules(operation)),
]

/** The id of an operation's rule, such as `listPets:parameter:query:limit`. */
export const ruleId = ({ id }: Pick<AnyOperation, 'id'>, ...what: readonly string[]): string =>
  [id, ...what].join(':')

/** By group and id: the clause, and the sentence. */
type HttpRules = Readonly<
  Record<keyof typeof groups, Readonly<Record<string, Readonly<Record<string, string>>>>>
>

const groups = {
  owed: { kind: 'owed', needs: 'nothing' },
  occasional: { kind: 'owed', needs: 'occasion' },
  refusable: { kind: 'refusable', needs: 'nothing' },
} as const satisfies Record<string, Pick<Rule, 'kind' | 'needs'>>

/** What HTTP says of every service: the list in http-rules.yaml. */
export const httpRules: readonly Rule[] = readHttpRules(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at every rule
  parse(readFileSync(new URL('http-rules.yaml', import.meta.url), 'utf8')) as HttpRules,
)

function readHttpRules(rows: HttpRules): Rule[] {
  return (['owed', 'occasional', 'refusable'] as const).flatMap((group) =>
    Object.entries(rows[group]).flatMap(([id, row]) =>
      Object.entries(row).map(([source, sentence]): Rule => httpRule(group, id, source, sentence)),
    ),
  )
}

function httpRule(group: keyof typeof groups, id: string, source: string, sentence: string): Rule {
  return { id, sentence, ...groups[group], source, origin: 'given', layer: 'http', pointer: '' }
}

/** What differs between the rules of one operation. */
type Row = readonly [id: string, kind: Rule['kind'], pointer: string, sentence: string, needs?: Rule['needs']]

function documentRules(operation: AnyOperation): Rule[] {
  const { method, path, pointer, security } = operation
  const isSecured = security.length > 0 && security.every((schemes) => schemes.length > 0)
  const part = `${method} ${path}`
  const rows: readonly Row[] = [
    ...responseRules(operation, part, isSecured ? 'token' : 'nothing'),
    ...operation.parameters.flatMap((parameter) => parameterRules(parameter, part)),
    ...bodyRules(operation, part),
    ...(isSecured ? securityRules(operation, part) : []),
    ...pageRules(pageSizeOf(operation), part),
    ...(method === 'GET' ? listRules(operation, part) : []),
    ...(isSafe(method) ? [] : changeRules(operation, part)),
    [
      'failure',
      'owed',
      pointer,
      `No request for ${part} makes the service fail: 500 and above, but 501, 503 and 505.`,
    ],
  ]
  return rows.map(([what, kind, at, sentence, needs = 'nothing']) => ({
    id: ruleId(operation, what),
    sentence,
    kind,
    needs,
    origin: 'given',
    layer: 'document',
    pointer: at,
    part,
  }))
}

function responseRules(operation: AnyOperation, part: string, needs: Rule['needs']): readonly Row[] {
  const { pointer, responses } = operation
  const contents = responses.flatMap((response) => response.contents)
  /** A rule that stands at a place, if the document has it. */
  const at = (id: string, place: string | undefined, sentence: string): readonly Row[] =>
    place === undefined ? [] : [[id, 'owed', place, sentence, id === 'status' ? 'nothing' : needs]]
  return [
    ...at(
      'success',
      responses.find(({ status }) => /^(?:[23]|default)/.test(status))?.pointer,
      `A right request for ${part} gets a success that the document declares.`,
    ),
    ...at(
      'status',
      `${pointer}/responses`,
      `Every status of a response to ${part} is one that the document declares.`,
    ),
    ...at(
      'content-type',
      contents[0]?.pointer,
      `The Content-Type of a response to ${part} is one that the document declares for its status.`,
    ),
    ...at(
      'body',
      contents.find(({ schema }) => schema !== undefined)?.schema,
      `The body of a response to ${part} is as the schema for its status says.`,
    ),
    ...at(
      'header',
      responses.flatMap(({ headers }) => headers)[0]?.pointer,
      `A response to ${part} has the header fields that are required for its status, and those that are declared are as declared.`,
    ),
  ]
}

function parameterRules(
  { in: where, name, isRequired, pointer, schema }: Parameter,
  part: string,
): readonly Row[] {
  const what = `the ${where} parameter ${name}`
  const rows: readonly Row[] = [
    [
      `parameter:${where}:${name}`,
      'refusable',
      schema,
      `A request for ${part} with a wrong value of ${what} is refused.`,
    ],
    [
      `required:${where}:${name}`,
      'refusable',
      `${pointer}/required`,
      `A request for ${part} without ${what} is refused.`,
    ],
  ]
  // A path without its value is another path.
  return rows.slice(0, isRequired && where !== 'path' ? 2 : 1)
}

function bodyRules({ body }: AnyOperation, part: string): readonly Row[] {
  if (body === undefined) return []
  const what = body.isRequired ? 'with a wrong body, or none,' : 'with a wrong body'
  return [['request-body', 'refusable', body.pointer, `A request for ${part} ${what} is refused.`]]
}

const pageRules = (size: Parameter | undefined, part: string): readonly Row[] => {
  const sentence = `A page of ${part} has no more items than were asked for, and all pages together have each once.`
  return size === undefined ? [] : [['pages', 'owed', size.pointer, sentence, 'occasion']]
}

function listRules({ parameters }: AnyOperation, part: string): readonly Row[] {
  const filter = parameters.find((one) => isFilter(one))
  const order = parameters.find((one) => isOrder(one))
  const found = `A parameter of ${part} that is called as a member of its items finds those that have the value, and no others.`
  const inOrder = `The items of ${part} come in the order that is asked for, or that the document says is assumed.`
  const rows: readonly Row[] = [
    ['filters', 'owed', filter?.pointer ?? '', found, 'occasion'],
    ['order', 'owed', order?.pointer ?? '', inOrder, 'occasion'],
  ]
  return rows.filter(([, , pointer]) => pointer !== '')
}

const changeRules = ({ pointer }: AnyOperation, part: string): readonly Row[] => [
  [
    'effect',
    'owed',
    pointer,
    `What ${part} did is seen afterwards: created is found, changed is seen, deleted is gone, and the same PUT again changes nothing.`,
  ],
  [
    'no-effect',
    'owed',
    pointer,
    `A request for ${part} that is refused or broken off changes nothing, nor does one of a caller who may not see what it is about.`,
  ],
]

const securityRules = ({ security }: AnyOperation, part: string): readonly Row[] => [
  [
    'credential',
    'refusable',
    security[0]?.[0]?.pointer ?? '',
    `No request for ${part} without a right credential gets a success.`,
  ],
  [
    'access',
    'owed',
    security[0]?.[0]?.pointer ?? '',
    `What only one caller may see never shows in a response to another for ${part}.`,
    'two callers',
  ],
]
