/** Correct servers that are stricter than they must be: with the grammar of fields, conditions, and slow clients. */
import { closing, lacking, sending, unstored } from '../faults/replies.ts'
import { stricter } from '../faults/routes.ts'
import { both, type Faults, on } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'
import { all, http10, listed, method, request, status } from '../triggers.ts'

const token = /[\w!#$%&'*+.^`|~-]+/.source
const mediaRange = String.raw`${token}/${token}(?:[ \t]*;[ \t]*(?:${token}=(?:${token}|"(?:[^"\\]|\\.)*"))?)*`
const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7E\x80-\xFF]*"`
/** A list with elements that may be empty (RFC 9110, 5.6.1.2). */
const listOf = (element: string): string => String.raw`(?:${element})?(?:[ \t]*,[ \t]*(?:${element})?)*`
const isOfForm = (value: string | undefined, form: string): boolean => new RegExp(`^(?:${form})$`).test((value ?? '').trim())

const changedAt = 'Sat, 01 Jan 2022 00:00:00 GMT'
const isDate = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/

/** Whether the client wants the list only as it was before its last change (RFC 9110, 13.1.4 and 13.2.2). */
function asksForOlder({ headers }: Ask): boolean {
  const since = headers['if-unmodified-since']
  return since !== undefined && !('if-match' in headers) && isDate.test(since) && Date.parse(since) < Date.parse(changedAt)
}

export const completed: Faults = {
  // To recover from an invalid element is a MAY (RFC 9110, 2.4).
  'strict-tags: An If-None-Match that is not a list of tags makes a request malformed.': stricter(
    ({ headers }) => !isOfForm(headers['if-none-match'], String.raw`\*|${listOf(entityTag)}`),
  ),
  'strict-accept: An Accept that is not a list of media ranges makes a request malformed.': stricter(
    ({ headers }) => !isOfForm(headers.accept, listOf(mediaRange)),
  ),
  // Neither path nor query may have them (RFC 3986, 3.3 and 3.4); Tomcat.
  'brackets-400: A target with brackets behind its host makes a request malformed.': stricter(({ url }) =>
    /[[\]]/.test(url.replace(/^https?:\/\/[^/?#]*/i, '')),
  ),
  // RFC 9112, 3.2: a client sends the same; Jetty, HAProxy.
  'two-hosts-400: A Host other than that of the target makes a request malformed.': stricter(({ url, headers: { host } }) => {
    const [, authority = host] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url) ?? []
    return host !== undefined && authority !== host
  }),
  // RFC 1945, 8.3; actix-web.
  'old-post-400: A POST in HTTP/1.0 that does not tell its length is malformed.': [
    stricter(({ headers }) => headers['content-length'] === undefined),
    http10,
    method('POST'),
  ],
  // Cookie is not a list, so it must not come on two lines (RFC 9110, 5.3).
  'two-cookie-lines: Cookie on two lines makes a request malformed.': stricter((ask) => fieldLines(ask.request, 'cookie').length > 1),
  'unmodified-since: Lists have Last-Modified, and an earlier date in If-Unmodified-Since gets 412.': [
    on(listed, sending('Last-Modified', changedAt)),
    on(all(listed, request(asksForOlder)), both(unstored(412, 41_201, 'The list is a later one.'), lacking('Last-Modified'))),
  ],
  'impatient: A client that takes a third of a second to send the head of its first request in pieces gets 408.': [
    stricter((ask) => ask.pieces >= 2 && ask.onConnection === 1 && ask.connection.ageMs > 350, 'requestTimeout'),
    on(status(408), closing),
  ],
}
