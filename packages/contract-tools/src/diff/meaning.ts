/**
 * What a schema means: references and `allOf` are resolved into one set of keywords, each with its place in the
 * document. Libraries that merge schemas lose the places, which every report needs.
 */
import { isDeepStrictEqual } from 'node:util'
import { isObject, itemsOf, type Json, membersOf, show } from '../document/json.ts'
import { referenceOf, type Spot, spotsIn, step, target, withMembers } from '../document/spot.ts'
import { asSet, joins } from './keywords.ts'

/** The items of a list, each with its place. */
export const itemsIn = (spot: Spot): readonly Spot[] =>
  itemsOf(spot.value).map((_, index) => step(spot, String(index)))

/** The name that generated code has for the schema: that of the one reference it consists of. */
export function nameOf(schema: Spot): string | undefined {
  const [part, ...more] = itemsIn(step(schema, 'allOf'))
  return referenceOf(schema) ?? (part === undefined || more.length > 0 ? undefined : nameOf(part))
}

/**
 * One schema without `$ref` and `allOf` at its top; below, they are resolved when asked for, since schemas may contain
 * themselves. Throws a `UserError` for a reference that leads nowhere, out of the document, or back to itself.
 */
export function meaningOf(schema: Spot, passed: readonly string[] = []): Spot {
  if (!isObject(schema.value)) return schema
  const { const: constant, ...own } = spotsIn(schema, '$ref', 'allOf', '$defs')
  const alone = withMembers(schema, own)
  const single = constant && withMembers(schema, { enum: { ...constant, value: [constant.value ?? null] } })
  const reference = referenceOf(schema)
  const behind =
    reference === undefined ? undefined : meaningOf(target(schema, reference, passed), [...passed, reference])
  const parts = itemsIn(step(schema, 'allOf')).map((part) => meaningOf(part, passed))
  return [single, behind, ...parts]
    .filter((part) => part !== undefined)
    .reduce((one, other) => both(one, other), alone)
}

/** Both schemas at once; neither has `$ref` or `allOf` at its top. */
function both(a: Spot, b: Spot): Spot {
  if (!isObject(a.value)) return a.value === true ? b : a
  if (!isObject(b.value)) return b.value === true ? a : b
  const members = { ...spotsIn(a) }
  for (const [name, more] of Object.entries(spotsIn(b))) {
    const known = members[name]
    members[name] = known === undefined ? more : joined(name, known, more)
  }
  if (members['properties'] !== undefined) {
    members['properties'] = withMembers(members['properties'], propertiesOf(a, b))
  }
  return withMembers(a, members)
}

/** A property has to be what both sides say of it, by its name or by what they say of all others. */
function propertiesOf(a: Spot, b: Spot): Readonly<Record<string, Spot>> {
  const sides = [a, b].map((schema) => ({
    own: spotsIn(step(schema, 'properties')),
    rest: step(schema, 'additionalProperties'),
  }))
  const names = new Set(sides.flatMap(({ own }) => Object.keys(own)))
  return Object.fromEntries(
    [...names].map((name) => {
      const parts = sides.map(({ own, rest }) => own[name] ?? rest)
      const said = parts.filter(({ value }) => value !== undefined)
      return [name, said.reduce((one, other) => conjunctionOf(one, other))]
    }),
  )
}

/** Two schemas as one, to be resolved when asked for. The same twice is one, so that a circle of them comes to its end. */
function conjunctionOf(a: Spot, b: Spot): Spot {
  const parts = [...new Map([...partsOf(a), ...partsOf(b)].map((part) => [show(part.value), part])).values()]
  const value = parts.map((part) => part.value ?? null)
  return parts.length === 1
    ? a
    : withMembers(a, { allOf: { ...a, value, members: Object.fromEntries(parts.entries()) } })
}

const partsOf = (spot: Spot): readonly Spot[] =>
  Object.keys(membersOf(spot.value)).join() === 'allOf' ? itemsIn(step(spot, 'allOf')) : [spot]

const schemas = new Set(['items', 'additionalProperties'])

function joined(keyword: string, a: Spot, b: Spot): Spot {
  if (schemas.has(keyword)) return conjunctionOf(a, b)
  const [one = null, other = null] = [a.value, b.value]
  if (isDeepStrictEqual(one, other) || keyword === 'properties') return a
  const areTexts = typeof one === 'string' && typeof other === 'string' && keyword === 'description'
  const value =
    joins[keyword]?.(one, other) ?? (areTexts ? `${one}\n\n${other}` : { all: asSet([one, other]) })
  // Shown where the narrower one stands.
  return { ...(isDeepStrictEqual(value, other) ? b : a), value }
}

const texts = new Set(['description', 'summary', 'title', '$comment', 'example', 'examples', 'externalDocs'])
/** Members whose members are names. */
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Lists whose order means nothing. */
const sets = new Set(['enum', 'required', 'type', 'anyOf', 'oneOf', 'allOf', 'tags', 'examples'])

/**
 * All that a place says, with references resolved, and in one spelling: two places that mean the same have equal
 * essences. `passed` are the texts of the values around it.
 */
export function essenceOf(spot: Spot, withTexts: boolean, passed: readonly string[] = []): Json | undefined {
  const last = spot.steps.at(-1) ?? ''
  if (Array.isArray(spot.value)) {
    const items = itemsIn(spot).map((item) => essenceOf(item, withTexts, passed) ?? null)
    return sets.has(last) ? asSet(items) : items
  }
  if (!isObject(spot.value)) return spot.value
  const text = show(spot.value)
  // A schema that contains itself: how far around.
  if (passed.includes(text)) return { around: passed.length - passed.indexOf(text) }
  const areNames = maps.has(last)
  const members = Object.entries(spotsIn(areNames ? spot : meaningOf(spot)))
    .filter(([name]) => withTexts || areNames || !texts.has(name))
    .map(([name, member]) => [name, essenceOf(member, withTexts, [...passed, text])] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  // Undefined is no JSON, and never among them.
  return Object.fromEntries(members.map(([name, value]) => [name, value ?? null]))
}
