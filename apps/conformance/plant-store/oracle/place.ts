/** Where a request goes: its method and its path. */
import type { SentRequest } from '../../src/exchange.ts'
import { type PlantFault, fault } from './analysis.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Registered with IANA, and known to the usual parsers. */
export const knownMethods = words(`
  GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH ACL BIND CHECKOUT COPY LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL
  MOVE PROPFIND PROPPATCH REBIND REPORT SEARCH UNBIND UNLINK UNLOCK`)

/**
 * Registered but hardly known, or known to some parsers but not registered: to one server PURGE is a method that is not
 * allowed, to another it is not a method at all.
 */
export const rareMethods = words(`
  BASELINE-CONTROL CHECKIN LABEL M-SEARCH MKREDIRECTREF MKWORKSPACE NOTIFY ORDERPATCH PRI PURGE QUERY SOURCE SUBSCRIBE
  UNCHECKOUT UNSUBSCRIBE UPDATE UPDATEREDIRECTREF VERSION-CONTROL`)

/**
 * Checks the form of the method, the path, then the method itself, which a service need not know (501; RFC 9110, 9.1).
 * OPTIONS may also be answered. CONNECT names a host and no path (RFC 9112, 3.2.3), so a service may refuse it as
 * malformed, or find nothing there. OPTIONS of `*` is about the whole server (RFC 9110, 9.3.7).
 */
export function placeFaults(
  { method, target }: SentRequest,
  allowed: readonly string[],
  isThere: boolean,
): readonly PlantFault[] {
  if (method === 'CONNECT') {
    return [fault('other-methods-405', target.startsWith('/') ? [405, 400] : [405, 400, 404])]
  }
  const isRare = rareMethods.has(method)
  if (!isRare && !knownMethods.has(method)) {
    return [fault('unknown-method-400', [400, 501])]
  }
  if (allowed.length === 0) {
    const ofForm = isRare ? [400, 501] : hasTargetForm(target) ? [] : [400]
    return [fault('no-other-path', [404, ...ofForm, ...(isAboutServer(method, target) ? [200, 204] : [])])]
  }
  if (isRare) {
    return [fault('other-methods-405', [405, 400, 501])]
  }
  return isThere ? [] : [fault('other-methods-405', method === 'OPTIONS' ? [405, 200, 204] : [405])]
}

const isAboutServer = (method: string, target: string): boolean => method === 'OPTIONS' && target === '*'

/** Whether it is a path, an absolute URL, or `*` for the whole server; without a fragment. */
export const hasTargetForm = (target: string): boolean => targetForm.test(target)
const targetForm =
  /^(?:\/[^#]*|https?:\/\/(?:[^/?#@]*@)?(?:[\w.~%-]+|\[[^\]]*\])(?::\d*)?(?:[/?][^#]*)?|\*)$/i
