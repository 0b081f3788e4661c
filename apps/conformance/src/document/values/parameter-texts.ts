/** Finds the texts of a parameter in a request, by place, style and explode (OpenAPI 3.1, 4.8.12.2). */
import type { Field } from '@plant-store/raw-http'
import type { Parameter } from '../model.ts'

/** The parts of a request that parameters stand in, as they are sent. */
export interface RequestParts {
  /** What stands in place of the template's expressions, by name. */
  readonly path: Readonly<Record<string, string>>
  /** Without the question mark. */
  readonly query: string
  readonly fields: readonly Field[]
}

/** A parameter, or a member of a form. `names`: of the members that the schema of an object has. */
export type Sought = Pick<Parameter, 'name' | 'in' | 'style' | 'explode'> & {
  readonly kind: 'scalar' | 'array' | 'object'
  readonly names: () => ReadonlySet<string>
}

/** The texts of a value, still encoded: one, all items, or names and values in turn. */
export type Texts = readonly string[] | 'absent' | 'open'

/** `open` where readers differ on which texts are the parameter's. */
export function textsOf(sought: Sought, { path, query, fields }: RequestParts): Texts {
  const { name, kind, explode } = sought
  const valuesOf = (wanted: string): readonly string[] =>
    fields.filter(([other]) => other.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value.trim())
  if (sought.in === 'query') return fromPairs(sought, toPairs(query.split('&')))
  if (sought.in === 'cookie')
    return fromPairs(sought, toPairs(valuesOf('cookie').flatMap((value) => value.split(/; */))))
  if (sought.in === 'path') {
    const text = path[name]
    return text === undefined ? 'absent' : fromPath(sought, text)
  }
  const values = valuesOf(name)
  if (values.length === 0) return 'absent'
  if (kind === 'scalar') return values.length > 1 ? 'open' : values
  return split(values.join(','), sought, ',', explode)
}

interface Pair {
  readonly name: string
  readonly value: string | undefined
}

const toPairs = (parts: readonly string[]): readonly Pair[] =>
  parts.flatMap((text) => {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
    return text === '' ? [] : [{ name: decode(name) ?? name, value }]
  })

const delimiters: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /%20/,
  pipeDelimited: /\||%7C/i,
}

function fromPairs(sought: Sought, pairs: readonly Pair[]): Texts {
  const { name, kind, style, explode } = sought
  // What some readers take for the same parameter, and all do for a deep object.
  const deep = pairs.filter(
    (pair) => pair.name.startsWith(name) && /^[[.]/.test(pair.name.slice(name.length)),
  )
  const own = pairs.filter((pair) => pair.name === name)
  if (style === 'deepObject') return fromDeepObject(name, [...own, ...deep])
  if (deep.length > 0) return 'open'
  if (kind === 'object' && explode) return fromMembers(sought.names(), pairs)
  return own.length === 0
    ? 'absent'
    : fromValues(
        sought,
        own.map(({ value }) => value),
      )
}

function fromValues(sought: Sought, all: readonly (string | undefined)[]): Texts {
  const { kind, style, explode } = sought
  const values = all.filter((value) => value !== undefined)
  const [value = ''] = values
  if (values.length < all.length) return 'open'
  if (kind === 'array' && explode) return style === 'form' && sought.in === 'query' ? values : 'open'
  return values.length > 1 ? 'open' : split(value, sought, delimiters[style] ?? /,/, false)
}

function fromDeepObject(name: string, members: readonly Pair[]): Texts {
  const flat = members.flatMap(({ name: whole, value }) => {
    const [, member] = /^\[([^[\]]+)\]$/.exec(whole.slice(name.length)) ?? []
    return member === undefined || value === undefined ? [] : [encodeURIComponent(member), value]
  })
  return members.length === 0 ? 'absent' : flat.length === 2 * members.length ? flat : 'open'
}

/** Of an exploded object, only the names that its schema has are known to be its own. */
function fromMembers(names: ReadonlySet<string>, pairs: readonly Pair[]): Texts {
  const own = pairs.filter(({ name }) => names.has(name))
  if (own.some(({ value }) => value === undefined) || (names.size === 0 && pairs.length > 0)) return 'open'
  return own.length === 0
    ? 'absent'
    : own.flatMap(({ name, value = '' }) => [encodeURIComponent(name), value])
}

function fromPath(sought: Sought, text: string): Texts {
  const { kind, style, explode } = sought
  const [first, rest] = [text.slice(0, 1), text.slice(1)]
  if (style === 'simple') return split(text, sought, ',', explode)
  if (style === 'label' && first === '.') return split(rest, sought, explode ? '.' : ',', explode)
  if (style !== 'matrix' || first !== ';') return 'open'
  return kind === 'object' && explode
    ? split(rest, sought, ';', true)
    : fromMatrix(sought, toPairs(rest.split(';')))
}

function fromMatrix(sought: Sought, pairs: readonly Pair[]): Texts {
  const values = pairs.flatMap(({ name, value }) =>
    name === sought.name && value !== undefined ? [value] : [],
  )
  const [value = ''] = values
  if (values.length !== pairs.length) return 'open'
  if (sought.kind === 'array' && sought.explode) return values
  return values.length > 1 ? 'open' : split(value, sought, ',', false)
}

function split(text: string, { kind }: Sought, delimiter: string | RegExp, explode: boolean): Texts {
  if (kind === 'scalar') return [text]
  const items = text.split(delimiter)
  const flat =
    kind === 'object' && explode ? items.flatMap((item) => item.split(/=(.*)/s).slice(0, 2)) : items
  return kind === 'object' && flat.length % 2 === 1 ? 'open' : flat
}

/** Undefined where the codes are not those of UTF-8. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
