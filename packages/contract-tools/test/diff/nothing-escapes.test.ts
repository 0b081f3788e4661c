/** Any change anywhere in a document is reported; for the same document, nothing is. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'yaml'
import { compareDocuments } from '../../src/diff/compare-documents.ts'
import { isObject, type Json, toPointer } from '../../src/document/json.ts'
import { UserError } from '../../src/user-error.ts'
import { plantStore, rich } from './compare.ts'

/** Where a difference means nothing, and why. */
const meaningless: Readonly<Record<string, RegExp>> = {
  'the version that the changes are checked against': /^\/info\/version$/,
  'the default, whether stated or not': /\/minItems$/,
  'optional, whether stated or not': /^\/components\/parameters\/Limit\/required$/,
  'no requirement, or an empty one': /\/delete\/security\/0$/,
}

const asDocument = (root: Json) => ({ name: 'a.yaml', root, lineOf: () => 1 })

/** Every place of a tree, as the steps there. */
const placesIn = (tree: Json, at: readonly string[] = []): readonly (readonly string[])[] => {
  const children = Array.isArray(tree) || isObject(tree) ? Object.entries(tree) : []
  return [
    ...(at.length > 0 ? [at] : []),
    ...children.flatMap(([name, child]) => placesIn(child as Json, [...at, name])),
  ]
}

/** The tree with the value at that place changed, or gone. */
const changed = (
  tree: Json,
  [name, ...below]: readonly string[],
  change: (value: Json) => Json | undefined,
): Json => {
  const members = Object.entries(tree as object).flatMap(([member, value]: [string, Json]) => {
    if (member !== name) return [[member, value] as const]
    const after = below.length > 0 ? changed(value, below, change) : change(value)
    return after === undefined ? [] : [[member, after] as const]
  })
  return Array.isArray(tree) ? members.map(([, value]) => value) : Object.fromEntries(members)
}

const other = (value: Json): Json => {
  if (typeof value === 'string') return `${value}x`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return 'x'
}

for (const [name, text] of [
  ['the plant store', plantStore],
  ['a contract with everything', rich],
] as const) {
  const root = parse(text) as Json
  const places = placesIn(root)
  it(`${name}: each of ${places.length} places, changed and deleted`, () => {
    const before = asDocument(root)
    assert.deepEqual(compareDocuments(before, before), [])
    const silent = places.flatMap((steps) =>
      [other, () => undefined].flatMap((change) => {
        const now = changed(root, steps, change)
        return isTold(before, asDocument(now)) ? [] : [toPointer(steps)]
      }),
    )
    const escaped = silent.filter((pointer) => !Object.values(meaningless).some((one) => one.test(pointer)))
    assert.deepEqual(escaped, [])
  })
}

/** Whether the change is reported; breaking the document counts as reported too. */
function isTold(
  ...documents: readonly [ReturnType<typeof asDocument>, ReturnType<typeof asDocument>]
): boolean {
  try {
    return compareDocuments(...documents).length > 0
  } catch (error) {
    assert.ok(error instanceof UserError, String(error))
    return true
  }
}
