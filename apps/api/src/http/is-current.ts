/** Does the caller have it already? */

/** One entity tag of a list, the mark of a weak one left out (RFC 9110 section 8.8.3). */
const opaqueTags = /"[\x21\x23-\x7E\x80-\xFF]*"/g

/**
 * Whether `If-None-Match` names this tag, by weak comparison (RFC 9110 section 13.1.2). The `fresh` that Koa brings
 * answers no whenever the request says `Cache-Control: no-cache`, as browsers do with a condition of their own; that
 * directive speaks to caches, not to us.
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false
  }
  const tags: readonly string[] = ifNoneMatch.match(opaqueTags) ?? []
  return ifNoneMatch.trim() === '*' || tags.includes(etag)
}
