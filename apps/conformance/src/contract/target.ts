/** The two parts of a request target. */

/** The query is everything after the first question mark. Of an absolute URL, only the part after the host counts. */
export function splitTarget(whole: string): readonly [path: string, query: string] {
  const target = whole.replace(/^https?:\/\/[^/?#]*(?=([/?]?))/i, (_, next: string) =>
    next === '/' ? '' : '/',
  )
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}
