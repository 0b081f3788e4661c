/** Time and state: conditional requests, alone and beside other fields, and lists of tags. */
import { anyCurrent, asked, current, deaf, tagged, tagOf, tagWith } from '../faults/conditions.ts'
import { keepingFirst, rememberingTags } from '../faults/memory.ts'
import { adding, answering, asStatus, evenWithBody, lacking, sending, unstored } from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { all, by, every, field, is304, is400, is401, is404, limited, listed, request, reused } from '../triggers.ts'

const empty = adding(['Content-Length', '0'])

const star = field('if-none-match', /^\*$/)
const unmodified = both(answering(304, ''), lacking('Content-Length'))

const dated = on(listed, sending('Last-Modified', 'Mon, 05 Feb 2024 08:00:00 GMT'))
const failedCondition = unstored(412, 41_201, 'The list is another one.')

/** The tag of the whole list, before it is cut, matches as well. */
const wholeTag: Change = ({ cut, isCurrent, encodePlant, encodeList, tag }) => {
  const wholes = new WeakMap<Ask, Parameters<typeof cut>[0]>()
  return {
    cut: (found, n, ask) => {
      wholes.set(ask, found)
      return cut(found, n, ask)
    },
    isCurrent: (own, ask) => {
      const whole = wholes.get(ask) ?? []
      const items = whole.map((plant, index) => encodePlant(plant, { index, last: index === whole.length - 1 }, ask))
      return isCurrent(own, ask) || (asked(ask).trim() !== '*' && isCurrent(tag(encodeList(items, ask), ask), ask))
    },
  }
}

export const given: Faults = {
  '304-as-500: 500 is sent in place of 304.': [asStatus(500), empty, is304],
}

export const completed: Faults = {
  'never-304: If-None-Match is ignored.': deaf,
  'never-304-limit: With a limit, If-None-Match is ignored.': [deaf, limited],
  'never-304-second-caller: If-None-Match from the second caller is ignored.': [deaf, by('ben')],
  'never-304-star: If-None-Match: * never matches.': [deaf, field('if-none-match', /^\*$/)],
  'never-304-weak: The weak form of the tag never matches.': [deaf, field('if-none-match', /W\//)],
  'never-304-several: A list of several tags never matches.': [deaf, field('if-none-match', /,/)],
  'never-304-no-cache: If-None-Match is ignored beside Cache-Control.': [deaf, field('cache-control')],
  'never-304-reused: If-None-Match is ignored from the second request on a connection.': [deaf, reused],
  'any-tag-304: Any If-None-Match gets 304.': [anyCurrent, field('if-none-match', /./)],
  'seldom-304: Every eighth request gets 304 if it has If-None-Match.': [anyCurrent, field('if-none-match', /./), every(8)],
  'date-304: Any If-Modified-Since gets 304.': [anyCurrent, field('if-modified-since')],
  'dated-304: Lists have Last-Modified, and any If-Modified-Since without If-None-Match gets 304, whatever its date.': [
    dated,
    on(
      request(({ headers }) => 'if-modified-since' in headers && !('if-none-match' in headers)),
      anyCurrent,
    ),
  ],
  'dated-412: Lists have Last-Modified, and any If-Unmodified-Since gets 412, whatever its date.': [
    dated,
    on(all(listed, field('if-unmodified-since')), failedCondition),
  ],
  'if-match-star-412: If-Match: * gets 412 although there is a list.': [on(all(listed, field('if-match', /^\*$/)), failedCondition)],
  'known-tag-304: Any tag that the caller was ever sent gets 304, whatever the list.': rememberingTags(({ caller }) => caller?.name ?? ''),
  'part-of-tag-304: A tag that is cut short gets 304.': current((tag, ask) => asked(ask).length > 1 && tag.startsWith(asked(ask).slice(0, -1))),
  'no-quotes-304: A tag without quotes gets 304.': [anyCurrent, field('if-none-match', /^[^"*]+$|^\*./)],
  'tag-in-any-case: Tags are compared without regard to case.': current((tag, ask) => asked(ask).toLowerCase() === tag.toLowerCase()),
  'old-list-200: A conditional request is answered with the first list that was ever sent.': keepingFirst,
  'one-tag: All lists have the same ETag.': tagged(() => '"plants"'),
  "one-tag-for-all-limits: A caller's lists have the same ETag, whatever the limit.": tagged((_own, { caller }) => `"${caller?.name}"`),
  'one-tag-for-all-callers: Lists with the same request target have the same ETag, whoever the caller is.': tagged(
    (_own, { url }) => `"${Buffer.from(url).toString('base64url')}"`,
  ),
  'tag-by-length: Lists of about the same length have the same ETag.': tagOf((body) => String(Buffer.byteLength(body) >> 6)),
  'tag-by-chance: The same list has a different ETag in each answer.': tagWith(({ number }) => number),
  'tag-by-turns: The ETag of the same list rotates through three values.': tagWith(({ number }) => number % 3),
  '304-without-tag: A 304 has no ETag.': [lacking('ETag'), is304],
  '304-without-vary: A 304 has no Vary.': [lacking('Vary'), is304],
  '304-without-cache-control: A 304 has no Cache-Control.': [lacking('Cache-Control'), is304],
  '304-public: A 304 may be stored by any cache.': [sending('Cache-Control', 'public, max-age=600'), is304],
  '304-other-tag: A 304 has a different ETag from the list.': [sending('ETag', '"304"'), is304],
  '304-length-zero: A 304 has Content-Length: 0.': [empty, is304],
  '304-with-body: A 304 has a body.': [on(is304, answering(304, '[]')), on(is304, evenWithBody)],
  '304-as-200-empty: 200 with an empty body is sent in place of 304.': [answering(200, '', 'application/json'), is304],
  '304-as-412: 412 is sent in place of 304.': [asStatus(412), empty, is304],
  'star-304-refused-limit: A request with an invalid limit gets 304 for If-None-Match: *.': [unmodified, is400, star],
  'star-304-unknown: A request without a valid token gets 304 for If-None-Match: *.': [unmodified, is401, star],
  'star-304-elsewhere: A request for an unknown path gets 304 for If-None-Match: *.': [unmodified, is404, star],
  'empty-element-ends: If-None-Match with an empty list element is ignored.': [deaf, field('if-none-match', /,\s*,/)],
  'tag-split-at-comma: A comma within a tag is taken to separate two tags.': current((tag, ask) =>
    asked(ask)
      .split(',')
      .some((part) => part.trim().replaceAll(/^(?:W\/)?"|"$/g, '') === tag.slice(1, -1)),
  ),
  'tag-by-containing: A tag that contains the tag of the list gets 304.': current((tag, ask) => asked(ask).includes(tag.slice(1, -1))),
  'tag-behind-tab: If-None-Match with a tab in it is ignored.': [deaf, field('if-none-match', /\t/)],
  'tag-beside-match: If-None-Match is ignored beside If-Match.': [deaf, field('if-match')],
  'tag-beside-range: If-None-Match is ignored beside Range.': [deaf, field('range')],
  'tag-of-spelling: The same list has a different ETag for each spelling of its request target.': tagOf(
    (body, { url }) => `${body} ${url?.replace(/^https?:\/\/[^/]*/i, '')}`,
  ),
  'tag-of-agent: The same list has a different ETag for each User-Agent.': tagOf((body, { headers }) => `${body} ${headers['user-agent']}`),
  'tag-by-count-and-last: Lists of equal length with the same last plant have the same ETag.': tagOf(
    (body) => `${body.split('},{').length} ${body.split('},{').at(-1)}`,
  ),
  'whole-tag-for-parts: The tag of the whole list gets 304 with any limit.': wholeTag,
  'blank-before-comma: A tag followed by a space and a comma is not recognised.': [
    ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !asked(ask).includes(`${tag} ,`) }),
    field('if-none-match', /" +,/),
  ],
  'underscored-name: If_None_Match is read as If-None-Match.': current((tag, ask) => {
    const other = ask.headers['if_none_match']?.toString().trim() ?? ''
    return asked(ask) === '' && (other === '*' || (other !== '' && other.includes(tag)))
  }),
}
