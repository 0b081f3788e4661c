/** The parts of openapi.yaml that have no counterpart in src/: a short list, and the reason for each. */
import { type Json, mapChildren, toPointer } from '../json.ts'

/** Pointers to what only the document has; `*` is any one step, and everything below is included. */
export const prose: Readonly<Record<string, string>> = {
  '/x-given': 'the words of the given contract; given.test.ts finds each of them in the document',
  '/info/description': 'text for people; the table of errors in it is compared row by row',
  '/servers/*/description': 'text for people',
  '/servers/*/variables/*/description': 'text for people',
  '/servers/*/variables/*/default': 'where a service happens to run; given.test.ts requires loopback',
  '/tags': 'chapters for people',
  '/paths/*/*/tags': 'chapters for people',
  '/paths/*/*/summary': 'text for people',
  '/paths/*/*/description': 'text for people',
  '/components/securitySchemes/*/description': 'text for people',
  '/components/responses/*/description': 'text for people',
  '/components/responses/*/content/*/examples/*/summary': 'text for people',
  '/components/responses/Plants/content/*/examples':
    'data of its own; `pnpm contract lint` checks it by the schema',
}

const patterns = Object.keys(prose).map((pattern) => ({ pattern, wanted: pattern.split('/') }))

/** The entry of the list that excuses this pointer, if there is one. */
export function excuseFor(pointer: string): string | undefined {
  const steps = pointer.split('/')
  const fits = (step: string, index: number): boolean =>
    step === '*' ? index < steps.length : step === steps[index]
  return patterns.find(({ wanted }) => wanted.every((step, index) => fits(step, index)))?.pattern
}

/** The tree without the parts on the list. */
export const withoutProse = (tree: Json, at: readonly string[] = []): Json =>
  mapChildren(tree, (child, step) => {
    const steps = [...at, step]
    return excuseFor(toPointer(steps)) === undefined ? [withoutProse(child, steps)] : []
  })
