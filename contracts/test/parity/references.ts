/** References inside one document: `$ref`. */
import { childrenOf, isObject, type Json, mapChildren, membersOf, valueAt } from '../json.ts'

const lookUp = (document: Json, reference: string): Json | undefined => {
  const steps = reference.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps[0] === '#' ? valueAt(document, ...steps.slice(1)) : undefined
}

/** The tree with every reference replaced by what it refers to; one that leads nowhere, or back, stays as it is. */
export const resolved = (document: Json, tree: Json = document, open: readonly string[] = []): Json => {
  const { $ref: reference, ...beside } = membersOf(tree)
  const inside = (part: Json) => mapChildren(part, (child) => [resolved(document, child, open)])
  if (typeof reference !== 'string' || open.includes(reference)) return inside(tree)
  const target = lookUp(document, reference)
  if (target === undefined) return tree
  const inPlace = resolved(document, target, [...open, reference])
  return isObject(inPlace) ? { ...inPlace, ...membersOf(inside(beside)) } : inPlace
}

/** Every reference in the tree, as written there. */
export const referencesIn = (tree: Json): string[] =>
  Object.entries(childrenOf(tree) ?? {}).flatMap(([step, child]) =>
    step === '$ref' && typeof child === 'string' ? [child] : referencesIn(child),
  )
