/** A request target as tools take it apart: the path letter by letter, and the query as forms write it. */

const parts = /^(?:https?:\/\/[^/?]*)?([^?#]*)\??([^#]*)/i

export function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const [, path = '', query = ''] = parts.exec(target) ?? []
  // A question mark at its very beginning would be taken for a separator, and is part of a name.
  return { path, query: new URLSearchParams(`&${query}`) }
}

/** The path alone: some queries have a thousand parameters. */
export const pathOf = (target: string): string => parts.exec(target)?.[1] ?? ''
