/** The body of an answer against the schema that the contract declares for it. */
import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { decodeContent } from '@plant-store/raw-http'
import type { Answer } from '../exchange.ts'
import { contentTypeFault } from './meaning.ts'
import { type Examination, quote } from './examination.ts'
import { remember } from './remember.ts'
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
  { readJson }: Knowledge,
  seen: Examination,
): unknown {
  const typeFault = contentTypeFault(answer)
  seen.require(
    due.contentTypeRule,
    typeFault === undefined,
    () => typeFault ?? '',
    'Content-Type: application/json',
  )
  const octets = decodeContent(answer)
  const { value, faults } =
    typeof octets === 'string' ? { value: undefined, faults: [octets] } : readJson(octets)
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
const extraOf = remember((schema: TSchema, value: object) => findExtra(schema, value))

/** The path of a member that the schema does not name; undefined if there is none. */
function findExtra(schema: TSchema, value: unknown, path = ''): string | undefined {
  if (Array.isArray(value)) {
    const items: unknown = schema['items']
    return isSchema(items)
      ? firstOf(value, (item, index) => findExtra(items, item, `${path}/${index}`))
      : undefined
  }
  const properties: unknown = schema['properties']
  if (typeof value !== 'object' || value === null || !isRecord(properties)) {
    return undefined
  }
  return firstOf(Object.entries(value), ([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    return isSchema(own) ? findExtra(own, member, `${path}/${name}`) : `${path}/${name}`
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isSchema = (value: unknown): value is TSchema => isRecord(value)

function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found !== undefined) {
      return found
    }
  }
  return undefined
}
