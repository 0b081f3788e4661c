/** Any change anywhere in a document is reported; for the same document, nothing is. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseDocument } from 'yaml'
import { compareDocuments } from '../../src/diff/compare-documents.ts'
import { type Json, toPointer } from '../../src/document/json.ts'
import { UserError } from '../../src/user-error.ts'
import { plantStore, rich } from './compare.ts'

/** Where a difference means nothing, and why. */
const meaningless: Readonly<Record<string, RegExp>> = {
  'the version that the changes are checked against': /^\/info\/version$/,
  'optional, whether stated or not': /^\/components\/parameters\/Limit\/required$/,
  'no requirement, or an empty one': /\/delete\/security\/0$/,
}

const asDocument = (root: Json) => ({ name: 'a.yaml', root, lineOf: () => 1 })

/** Every place of a tree, as the steps there. */
function placesIn(tree: Json, at: readonly string[] = []): readonly (readonly string[])[] {
  const children = typeof tree === 'object' ? Object.entries(tree ?? {}) : []
  const below = children.flatMap(([name, child]: [string, Json]) => placesIn(child, [...at, name]))
  return at.length === 0 ? below : [at, ...below]
}

const other = (value: unknown): Json => {
  if (typeof value === 'string') return `${value}x`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return 'x'
}

for (const [name, text] of [
  ['the plant store', plantStore],
  ['a contract with everything', rich],
] as const) {
  const tree = parseDocument(text)
  const root = tree.toJS() as Json
  const places = placesIn(root)
  it(`${name}: each of ${places.length} places, changed and deleted`, () => {
    const before = asDocument(root)
    assert.deepEqual(compareDocuments(before, before), [])
    const silent = places.filter((steps) => {
      const [changed, less] = [tree.clone(), tree.clone()]
      changed.setIn(steps, other(tree.getIn(steps)))
      less.deleteIn(steps)
      return ![changed, less].every((now) => isReported(before, asDocument(now.toJS() as Json)))
    })
    const escaped = silent
      .map((steps) => toPointer(steps))
      .filter((pointer) => !Object.values(meaningless).some((one) => one.test(pointer)))
    assert.deepEqual(escaped, [])
  })
}

/** Whether the change is reported; breaking the document counts as reported too. */
function isReported(
  ...documents: readonly [ReturnType<typeof asDocument>, ReturnType<typeof asDocument>]
): boolean {
  try {
    return compareDocuments(...documents).length > 0
  } catch (error) {
    assert.ok(error instanceof UserError, String(error))
    return true
  }
}
