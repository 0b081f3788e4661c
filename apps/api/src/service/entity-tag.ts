/** Entity tags (RFC 9110 section 8.8.3): made from the state of a list, and found in a condition. */
import { hash } from 'node:crypto'
import { contractVersion } from '@plant-store/contracts'

/** Names one state of one user's list under this limit. The hash keeps what the revision is made of to ourselves. */
export function makeEntityTag(revision: string, limit: number | undefined): string {
  const state = `${contractVersion} ${revision} ${limit ?? 'all'}`
  return `"${hash('sha256', state, 'base64url').slice(0, 22)}"`
}

/** One tag of a list, the mark of a weak one left out. */
const opaqueTags = /"[\x21\x23-\x7E\x80-\xFF]*"/g

/**
 * Whether `If-None-Match` names this tag, by weak comparison (RFC 9110 section 13.1.2). Koa's `ctx.fresh` answers no
 * whenever the request says `Cache-Control: no-cache`, as browsers do with a condition of their own; that directive
 * speaks to caches, not to us.
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags: readonly string[] = ifNoneMatch.match(opaqueTags) ?? []
  return ifNoneMatch.trim() === '*' || tags.includes(etag)
}
