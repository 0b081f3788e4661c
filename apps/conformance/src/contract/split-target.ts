/** Splits a request target as tools do: the path letter by letter, and the query as forms encode it. */

const parts = /^(?:https?:\/\/[^/?]*)?([^?#]*)\??([^#]*)/i

export function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const [, path = '', query = ''] = parts.exec(target) ?? []
  // A question mark at the start of the query would be taken for a separator, but is part of a name.
  return { path, query: new URLSearchParams(`&${query}`) }
}

/** The path, without reading the query: some queries have a thousand parameters. */
export const pathOf = (target: string): string => parts.exec(target)?.[1] ?? ''
