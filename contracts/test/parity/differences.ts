/** The comparison of openapi.yaml with src/. */
import { childrenOf, type Json, membersOf, toPointer, valueAt } from '../json.ts'
import { errorTable } from './error-table.ts'
import { promisedDocument } from './promised-document.ts'
import { withoutProse } from './prose.ts'
import { referencesIn, resolved } from './references.ts'

const show = (value: Json | undefined): string => JSON.stringify(value) ?? 'absent'

/** Where two trees differ: for each pointer, what the document has and what the code has. */
const compare = (document: Json | undefined, code: Json | undefined, at: readonly string[]): string[] => {
  const left = document === undefined ? undefined : childrenOf(document)
  const right = code === undefined ? undefined : childrenOf(code)
  if (left && right && Array.isArray(document) === Array.isArray(code)) {
    const steps = [...new Set([...Object.keys(left), ...Object.keys(right)])]
    return steps.flatMap((step) => compare(left[step], right[step], [...at, step]))
  }
  const same = left === undefined && right === undefined && document === code
  return same ? [] : [`${toPointer(at)}: in the document ${show(document)}, in the code ${show(code)}`]
}

/** Kinds of components that are reached by reference, and compared where they are used. */
const shared = ['headers', 'parameters', 'responses']

const unused = (document: Json): string[] => {
  const used = new Set(referencesIn(document))
  return shared
    .flatMap((kind) =>
      Object.keys(membersOf(valueAt(document, 'components', kind))).map(
        (name) => `#/components/${kind}/${name}`,
      ),
    )
    .filter((reference) => !used.has(reference))
    .map((reference) => `${reference}: in the document, used nowhere`)
}

const withoutShared = (document: Json): Json => {
  const { components, ...rest } = membersOf(document)
  const kept = Object.entries(membersOf(components)).filter(([kind]) => !shared.includes(kind))
  return { ...rest, components: Object.fromEntries(kept) }
}

/** One of the two sides, taken apart: what it promises, in the same form as the other. */
interface Side {
  readonly tree: Json
  readonly table: Json
  /** The components that nothing refers to. */
  readonly unused: readonly string[]
}

export const documentSide = (document: Json): Side => ({
  tree: withoutShared(resolved(withoutProse(document))),
  table: errorTable(document),
  unused: unused(document),
})

export const codeSide = (code: Json): Side => ({
  tree: promisedDocument(code),
  table: Object.values(membersOf(valueAt(code, 'errorCatalogue'))),
  unused: [],
})

/**
 * Everything in which the document and the code disagree, one sentence each; empty if they promise the same.
 * Both come from plain data, so that a test can plant a difference in either.
 */
export const differences = (document: Side, code: Side): string[] => [
  ...compare(document.tree, code.tree, []),
  ...compare(document.table, code.table, ['table of errors']),
  ...document.unused,
]
