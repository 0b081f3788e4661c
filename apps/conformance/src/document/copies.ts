/** Copies of a document's schemas as Ajv can use them, each known by the place that it was copied from. */
import { memberAt, membersOf, objectAt, pointerTo, type Resolved, resolve } from '../contract/pointers.ts'

/** Which way a value travels: members that don't travel that way are not required. */
export type Direction = 'request' | 'response'

/** Keywords with a schema, with a list of schemas, with schemas by name. */
const single = new Set(
  'additionalProperties items contains not if then else propertyNames unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const named = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Keywords that are done with here, or that Ajv would take for the names of schemas. */
const dropped = new Set('nullable $id $schema $anchor $dynamicAnchor id $defs definitions'.split(' '))

/** Every schema that is referred to becomes one of its own, since a document as a whole is no schema. */
export class Copies {
  readonly #document: unknown
  readonly #absent: 'readOnly' | 'writeOnly' | undefined
  readonly #add: (copy: object | boolean, id: string) => void
  readonly #ids = new Map<string, string>()
  readonly #roots = new Map<string, unknown>()
  readonly #places = new WeakMap<object, string>()
  readonly #reached = new WeakMap<object, ReadonlySet<unknown>>()

  constructor(
    document: unknown,
    direction: Direction | undefined,
    add: (copy: object | boolean, id: string) => void,
  ) {
    this.#document = document
    this.#absent = direction && (direction === 'request' ? 'readOnly' : 'writeOnly')
    this.#add = add
  }

  /** The id of the schema at the pointer, which is handed over, with all that it refers to. */
  idOf(pointer: string): string {
    const known = this.#ids.get(pointer)
    if (known !== undefined) return known
    const id = `contract:${this.#ids.size}`
    this.#ids.set(pointer, id)
    const found = this.#find(pointer)
    const copy = this.#copy(found.pointer, found.value, new Set())
    this.#roots.set(id, copy)
    this.#add(isObject(copy) || typeof copy === 'boolean' ? copy : {}, id)
    return id
  }

  /** Where the keyword of a copy stands in the document; its root for what has no place. */
  placeOf(copy: object | undefined, keyword: string): string {
    const pointer = (copy && this.#places.get(copy)) ?? ''
    const isLoose = keyword === 'anyOf' && objectAt(this.#document, pointer)['anyOf'] === undefined
    return pointer + pointerTo(isLoose ? 'oneOf' : keyword)
  }

  /** Whether the schema is among those that are part of `from`, a schema or a list of them, or that they refer to. */
  isReached(from: unknown, copy: unknown): boolean {
    if (!isObject(from)) return false
    const reached = this.#reached.get(from) ?? this.#reach(from)
    this.#reached.set(from, reached)
    return reached.has(copy)
  }

  #reach(from: unknown, seen = new Set<unknown>()): ReadonlySet<unknown> {
    if (typeof from !== 'object' || from === null || seen.has(from)) return seen
    seen.add(from)
    for (const [name, member] of Object.entries(from) as [string, unknown][])
      this.#reach(name === '$ref' ? this.#roots.get(String(member)) : member, seen)
    return seen
  }

  /** References on the way are followed, one at the place itself is not. */
  #find(pointer: string): Resolved {
    const [, parent = '', step = ''] = /^(.*)(\/[^/]*)$/.exec(pointer) ?? []
    const around = resolve(this.#document, parent)
    return pointer === '' ? around : memberAt(around, step.slice(1))
  }

  #copy(pointer: string, schema: unknown, absentAround: ReadonlySet<string>): unknown {
    if (!isObject(schema) || Array.isArray(schema)) return schema
    const absent = this.#absent === undefined ? absentAround : absentAround.union(this.#absentIn(pointer))
    const members = membersOf(schema).filter(([name]) => !dropped.has(name))
    const copy = Object.fromEntries(
      members.flatMap(([name, member]) => {
        const value = this.#copyMember(pointer + pointerTo(name), name, member, absent)
        // Alternatives with a discriminator often overlap: it says which is meant.
        const isLoose = name === 'oneOf' && 'discriminator' in schema && !('anyOf' in schema)
        return value === undefined ? [] : [[isLoose ? 'anyOf' : name, value]]
      }),
    )
    this.#places.set(copy, pointer)
    return 'nullable' in schema && schema.nullable === true ? { if: { type: 'null' }, else: copy } : copy
  }

  #copyMember(at: string, name: string, member: unknown, absent: ReadonlySet<string>): unknown {
    if (name === '$ref') return this.idOf(String(member).replace(/^#/, ''))
    if (single.has(name)) return this.#copy(at, member, new Set())
    // What is absent of a whole is absent of its parts.
    const around = name === 'allOf' ? absent : new Set<string>()
    if (lists.has(name) && Array.isArray(member))
      return member.map((item: unknown, index) => this.#copy(`${at}/${index}`, item, around))
    if (named.has(name))
      return Object.fromEntries(
        membersOf(member).map(([key, value]) => [key, this.#copy(at + pointerTo(key), value, new Set())]),
      )
    if (name !== 'required') return member
    // In drafts before 4, `required` was a flag.
    return Array.isArray(member) ? member.filter((one: unknown) => !absent.has(String(one))) : undefined
  }

  /** The members that don't travel this way, of the schema and of those that it is composed of. */
  #absentIn(pointer: string, seen = new Set<string>()): ReadonlySet<string> {
    const { pointer: whole, value } = resolve(this.#document, pointer)
    if (seen.has(whole)) return new Set()
    seen.add(whole)
    const { properties, allOf } = Object.fromEntries(membersOf(value))
    const own = membersOf(properties).filter(([name, property]) => {
      const beside = Object.fromEntries(membersOf(property))
      const { [this.#absent ?? '']: flag } = objectAt(this.#document, `${whole}/properties${pointerTo(name)}`)
      return flag === true || beside[this.#absent ?? ''] === true
    })
    const names = new Set(own.map(([name]) => name))
    const parts = Array.isArray(allOf) ? allOf.length : 0
    for (let at = 0; at < parts; at += 1)
      for (const name of this.#absentIn(`${whole}/allOf/${at}`, seen)) names.add(name)
    return names
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
