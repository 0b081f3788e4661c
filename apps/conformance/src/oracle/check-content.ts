/** The body of an answer against the schema that the contract declares for it. */
import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { quote } from '../court/quote.ts'
import type { Answer } from '../exchange.ts'
import { contentTypeFault } from './meaning.ts'
import type { Examination } from './examination.ts'
import type { Knowledge } from './knowledge.ts'
import type { SchemaRules } from './schema-rules.ts'

/** What a body must be. */
interface DueContent {
  readonly schema: TSchema
  readonly rules: SchemaRules
  readonly contentTypeRule: string
}

/** Returns the value if it has the form that is due, otherwise undefined. */
export function checkContent(
  answer: Answer,
  due: DueContent,
  knowledge: Knowledge,
  seen: Examination,
): unknown {
  const typeFault = contentTypeFault(answer)
  seen.require(
    due.contentTypeRule,
    typeFault === undefined,
    () => typeFault ?? '',
    'Content-Type: application/json',
  )
  const { value, faults } = knowledge.read(answer)
  const isJson = seen.require(
    'payload-is-json',
    faults.length === 0,
    () => `the body ${quote(answer.body.toString('utf8'))}: ${faults.join('; ')}`,
    'one JSON text in UTF-8',
  )
  return isJson && checkSchema(value, due, seen) ? value : undefined
}

/** Reports the first fault under each rule. */
function checkSchema(value: unknown, { schema, rules }: DueContent, seen: Examination): boolean {
  const told = new Set<string>()
  for (const { path, type, message, value: part } of errorsOf(schema, value)) {
    const rule = rules.ruleFor(path, type)
    if (!told.has(rule)) {
      told.add(rule)
      const came = part === undefined ? 'nothing' : quote(JSON.stringify(part))
      seen.require(rule, false, () => `${came} at ${place(path)}`, message)
    }
  }
  for (const rule of rules.keptBy(value)) {
    seen.kept.add(rule)
  }
  const extra = typeof value === 'object' && value !== null ? extraOf(schema, value) : undefined
  seen.require(
    'no-extra-members',
    extra === undefined,
    () => `the member ${extra ?? ''}`,
    'only the members that the schema names',
  )
  return told.size === 0
}

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** A missing member is reported as missing, not also as having the wrong type. */
function errorsOf(schema: TSchema, value: unknown): Iterable<ValueError> {
  const check = compiled.get(schema) ?? TypeCompiler.Compile(schema)
  compiled.set(schema, check)
  return check.Check(value)
    ? []
    : [...Value.Errors(schema, value)].filter(
        ({ type, value: part }) => part !== undefined || type === ValueErrorType.ObjectRequiredProperty,
      )
}

const place = (path: string): string => (path === '' ? 'the top' : path)

/** Equal bodies are read once, so that a long list is searched once. */
const extras = new WeakMap<object, Map<TSchema, string | undefined>>()

function extraOf(schema: TSchema, value: object): string | undefined {
  const known = extras.get(value) ?? new Map<TSchema, string | undefined>()
  extras.set(value, known)
  if (!known.has(schema)) known.set(schema, findExtra(schema, value))
  return known.get(schema)
}

/** The path of a member that the schema does not name; undefined if there is none. */
function findExtra(schema: TSchema, value: unknown, path = ''): string | undefined {
  if (Array.isArray(value)) {
    const items: unknown = schema['items']
    return isSchema(items)
      ? value
          .values()
          .map((item: unknown, index) => findExtra(items, item, `${path}/${index}`))
          .find((extra) => extra !== undefined)
      : undefined
  }
  const properties: unknown = schema['properties']
  if (typeof value !== 'object' || value === null || !isRecord(properties)) {
    return undefined
  }
  return Object.entries(value)
    .values()
    .map(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      return isSchema(own) ? findExtra(own, member, `${path}/${name}`) : `${path}/${name}`
    })
    .find((extra) => extra !== undefined)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isSchema = (value: unknown): value is TSchema => isRecord(value)
