/** Makes entity tags (RFC 9110 section 8.8.3) from the state of a list, and finds them in a condition. */
import { hash } from 'node:crypto'
import { contractVersion } from '@plant-store/contracts'

/** Identifies one state of one user's list under this limit. The hash hides what the revision is made of. */
export function makeEntityTag(revision: string, limit: number | undefined): string {
  const state = `${contractVersion} ${revision} ${limit ?? 'all'}`
  return `"${hash('sha256', state, 'base64url').slice(0, 22)}"`
}

/** Each tag of a list, without the prefix that marks a weak one. */
const opaqueTags = /"[\x21\x23-\x7E\x80-\xFF]*"/g

/**
 * Whether `If-None-Match` names this tag, by weak comparison (RFC 9110 section 13.1.2). Koa's `ctx.fresh` is false
 * whenever the request says `Cache-Control: no-cache`, which browsers send with a condition of their own; that
 * directive is meant for caches, not for the service.
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags: readonly string[] = ifNoneMatch.match(opaqueTags) ?? []
  return ifNoneMatch.trim() === '*' || tags.includes(etag)
}
