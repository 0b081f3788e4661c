/** Which operations a request's target leads to. */
import { once } from './once.ts'

/** A template's expressions in a path, as they stand there; undefined if it is not a path of the template. */
export function matchPath(template: string, path: string): Readonly<Record<string, string>> | undefined {
  // Each request of a check is matched with every template.
  const { names, pattern } = templates(templates, template, () => read(template))
  const values = pattern.exec(path)?.slice(1)
  return values && Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
}

const templates = once<ReturnType<typeof read>>()

function read(template: string): { readonly names: readonly string[]; readonly pattern: RegExp } {
  const parts = template.split(/\{([^{}]*)\}/)
  const text = parts.map((part, at) => (at % 2 === 1 ? '([^/]+)' : RegExp.escape(part))).join('')
  return { names: parts.filter((_, at) => at % 2 === 1), pattern: new RegExp(`^${text}$`) }
}

/** Some tell operations of one path apart by a query or a fragment in it: what a request asks for is not known then. */
export const isAddressable = ({ path }: { readonly path: string }): boolean => !/[?#]/.test(path)

/** The operations at a path: where several templates match, the one with the fewest variables (OpenAPI 3.1, 4.8.8). */
export function operationsAt<One extends { readonly path: string }>(
  operations: readonly One[],
  path: string,
): readonly One[] {
  const fitting = operations.filter((one) => isAddressable(one) && matchPath(one.path, path) !== undefined)
  const least = Math.min(...fitting.map((one) => variablesOf(one)))
  return fitting.filter((one) => variablesOf(one) === least)
}

/** How many expressions its template has. */
export const variablesOf = ({ path }: { readonly path: string }): number => path.split('{').length - 1

/** The two parts of a target. The query is everything after the first question mark. Of an absolute URL, only the part after the host counts. */
export function splitTarget(whole: string): readonly [path: string, query: string] {
  const target = whole.replace(/^https?:\/\/[^/?#]*(?=([/?]?))/i, (_, next: string) =>
    next === '/' ? '' : '/',
  )
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}
