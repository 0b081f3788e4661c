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
  if (sought.in === 'query') return fromPairs(sought, query.split('&'))
  if (sought.in === 'cookie')
    return fromPairs(
      sought,
      valuesOf('cookie').flatMap((value) => value.split(/; */)),
    )
  if (sought.in === 'path') return fromPath(sought, path[name])
  const values = valuesOf(name)
  if (values.length === 0) return 'absent'
  return kind === 'scalar' && values.length > 1 ? 'open' : split(values.join(','), sought, /,/, explode)
}

function fromPath(sought: Sought, text: string | undefined): Texts {
  const { style, explode } = sought
  if (text === undefined) return 'absent'
  if (style === 'simple') return split(text, sought, /,/, explode)
  const [first, rest] = [text.slice(0, 1), text.slice(1)]
  if (style === 'label' && first === '.') return split(rest, sought, explode ? /\./ : /,/, explode)
  return style === 'matrix' && first === ';' ? fromPairs(sought, rest.split(';')) : 'open'
}

const delimiters: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /%20/,
  pipeDelimited: /\||%7C/i,
}

/** A value is missing where no equals sign stands. */
interface Pair {
  readonly key: string | undefined
  readonly value: string | undefined
}

function fromPairs(sought: Sought, parts: readonly string[]): Texts {
  const { name, kind, style, explode } = sought
  const pairs = parts.flatMap((text) => {
    const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
    return text === '' ? [] : [{ key: decode(key) ?? key, value }]
  })
  const own = pairs.filter(({ key }) => key === name)
  // What some readers take for the same parameter, and all do for a deep object.
  const deep = pairs.filter(({ key }) => key.startsWith(name) && /^[[.]/.test(key.slice(name.length)))
  if (style === 'deepObject') {
    const inBrackets = (key: string): string | undefined =>
      /^\[([^[\]]+)\]$/.exec(key.slice(name.length))?.[1]
    return fromMembers([...own, ...deep].map(({ key, value }) => ({ key: inBrackets(key), value })))
  }
  if (deep.length > 0) return 'open'
  if (kind !== 'object' || !explode) return fromValues(sought, own)
  // Of an exploded object, only the names that its schema has are known to be its own.
  const names = sought.names()
  return names.size === 0 && pairs.length > 0
    ? 'open'
    : fromMembers(pairs.filter(({ key }) => names.has(key)))
}

function fromMembers(members: readonly Pair[]): Texts {
  const flat = members.flatMap(({ key, value }) =>
    key === undefined || value === undefined ? [] : [encodeURIComponent(key), value],
  )
  return members.length === 0 ? 'absent' : flat.length === 2 * members.length ? flat : 'open'
}

function fromValues(sought: Sought, own: readonly Pair[]): Texts {
  const { kind, style, explode } = sought
  const values = own.flatMap(({ value }) => value ?? [])
  if (own.length === 0) return 'absent'
  if (values.length < own.length) return 'open'
  const repeats = style === 'matrix' || (style === 'form' && sought.in === 'query')
  if (kind === 'array' && explode) return repeats ? values : 'open'
  return values.length > 1 ? 'open' : split(values[0] ?? '', sought, delimiters[style] ?? /,/, false)
}

function split(text: string, { kind }: Sought, delimiter: RegExp, explode: boolean): Texts {
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
