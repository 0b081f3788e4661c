/** The names of methods: those of HTTP, those that only some servers know, and all others. */

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
