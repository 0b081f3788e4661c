/** The comparison of openapi.yaml with src/. */
import { errorCatalogue } from '@plant-store/contracts'
import { childrenOf, type Json, membersOf, resolved, toJson, toPointer, toText, valueAt } from '../json.ts'
import { promisedDocument } from './promised-document.ts'
import { withoutProse } from './prose.ts'

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

const referencesIn = (tree: Json): string[] =>
  Object.entries(childrenOf(tree) ?? {}).flatMap(([step, child]) =>
    step === '$ref' && typeof child === 'string' ? [child] : referencesIn(child),
  )

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

const row = /^\| (?<error>\d+) \| (?<status>\d+) \| (?<message>[^|]+) \| [^|]+ \|$/gm

/** The rows of the table of errors in the prose of the document, in the form of the catalogue's entries. */
const errorTable = (document: Json): Json =>
  [...toText(valueAt(document, 'info', 'description')).matchAll(row)].map(({ groups }) => ({
    error: Number(groups?.['error']),
    status: Number(groups?.['status']),
    message: groups?.['message'] ?? '',
  }))

const catalogue = toJson(Object.values(errorCatalogue).toSorted((one, other) => one.error - other.error))

/** Everything in which the document and the code disagree, one sentence each; empty if they promise the same. */
export const differences = (document: Json): string[] => [
  ...compare(withoutShared(resolved(withoutProse(document))), promisedDocument, []),
  ...compare(errorTable(document), catalogue, ['table of errors']),
  ...unused(document),
]
