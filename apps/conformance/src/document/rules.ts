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

const groups: Readonly<Record<string, Partial<Rule>>> = { occasional, refusable }

type Sentences = Readonly<Record<string, string>>

const text = readFileSync(new URL('rules.yaml', import.meta.url), 'utf8')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at every rule
const { operation: sentences, ...rowsOfHttp } = parse(text) as Readonly<
  Record<'owed' | 'occasional' | 'refusable', Readonly<Record<string, Sentences>>> & { operation: Sentences }
>

/** What HTTP says of every service: the list in rules.yaml, by group and id the clause and the sentence. */
export const httpRules: readonly Rule[] = Object.entries(rowsOfHttp).flatMap(([group, rows]) =>
  Object.entries(rows).flatMap(([id, row]) =>
    Object.entries(row).map(([source, sentence]) => {
      const rule = { id, sentence, source, pointer: '', part: 'HTTP', layer: 'http', ...usual } as const
      return Object.assign(rule, groups[group])
    }),
  ),
)

/** The operation's rule of that name; none where it stands nowhere. */
const ruleAt =
  (operation: AnyOperation) =>
  (
    name: string,
    at: Pick<AnyOperation, 'pointer'> | undefined,
    more: Partial<Rule> = {},
    what = '',
  ): readonly Rule[] => {
    if (at === undefined) return []
    const [id, part] = [ruleId(operation, name), `${operation.method} ${operation.path}`]
    const sentence = (sentences[name] ?? '').replaceAll(/PART|WHAT/g, (word) =>
      word === 'PART' ? part : what,
    )
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
  const [filter, order] = [isFilter, isOrder].map((is) => ofList.find((one) => is(one)))
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
