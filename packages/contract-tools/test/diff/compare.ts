/** A document, an edit of it, and what the comparison says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import type { Change } from '../../src/diff/change.ts'
import { compareDocuments } from '../../src/diff/compare-documents.ts'
import { type Document, readDocument } from '../../src/document/document.ts'
import { toSteps } from '../../src/document/json.ts'

export const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
/** Our contract, as of version 1.0.0 whatever its version is. */
export const plantStore = read('../../../../contracts/openapi.yaml').replace(
  /^ {2}version: .*/m,
  '  version: 1.0.0',
)
export const rich = read('rich.yaml')

/** The text with values set at some pointers, and deleted at others. A last step `+` appends. */
export function edit(
  text: string,
  set: Readonly<Record<string, unknown>>,
  deleted: readonly string[] = [],
): string {
  const tree = parseDocument(text)
  for (const [pointer, value] of Object.entries(set)) {
    const steps = toSteps(pointer)
    if (steps.at(-1) === '+') tree.addIn(steps.slice(0, -1), tree.createNode(value))
    else tree.setIn(steps, tree.createNode(value))
  }
  for (const pointer of deleted) assert.ok(tree.deleteIn(toSteps(pointer)), pointer)
  return String(tree)
}

// Most edits are of the same text.
const known = new Map<string, Document>()

export function compare(before: string, now: string): readonly Change[] {
  const document = known.get(before) ?? readDocument(before, 'before.yaml')
  known.set(before, document)
  return compareDocuments(document, readDocument(now, 'now.yaml'))
}
