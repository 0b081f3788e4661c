/** Class 10, continued: questions about changes, alone and beside other things, and lists of tags. */
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

/** The tag of the whole list is looked for before the list is cut. */
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
  '304-as-500: Instead of 304 comes 500.': [asStatus(500), empty, is304],
}

export const completed: Faults = {
  'never-304: If-None-Match is not heard.': deaf,
  'never-304-limit: With a limit, If-None-Match is not heard.': [deaf, limited],
  'never-304-second-caller: If-None-Match of the second caller is not heard.': [deaf, by('ben')],
  'never-304-star: A star does not match.': [deaf, field('if-none-match', /^\*$/)],
  'never-304-weak: The weak form of the tag does not match.': [deaf, field('if-none-match', /W\//)],
  'never-304-several: Of several tags none matches.': [deaf, field('if-none-match', /,/)],
  'never-304-no-cache: A question that says no-cache is not heard.': [deaf, field('cache-control')],
  'never-304-reused: On a connection that is used again If-None-Match is not heard.': [deaf, reused],
  'any-tag-304: Any If-None-Match gets 304.': [anyCurrent, field('if-none-match', /./)],
  'seldom-304: Every eighth question gets 304.': [anyCurrent, field('if-none-match', /./), every(8)],
  'date-304: A question by date gets 304.': [anyCurrent, field('if-modified-since')],
  'dated-304: Lists say since when they are as they are, and a question by any other date gets 304.': [
    dated,
    on(
      request(({ headers }) => 'if-modified-since' in headers && !('if-none-match' in headers)),
      anyCurrent,
    ),
  ],
  'dated-412: Lists say since when they are as they are, and who wants those of any other date gets 412.': [
    dated,
    on(all(listed, field('if-unmodified-since')), failedCondition),
  ],
  'if-match-star-412: Who wants the list only where there is one gets 412.': [on(all(listed, field('if-match', /^\*$/)), failedCondition)],
  'known-tag-304: A tag that was ever sent gets 304, whatever the list.': rememberingTags(({ caller }) => caller?.name ?? ''),
  'part-of-tag-304: A part of the tag gets 304.': current((tag, ask) => asked(ask).length > 1 && tag.startsWith(asked(ask).slice(0, -1))),
  'no-quotes-304: A tag without its quotes gets 304.': [anyCurrent, field('if-none-match', /^[^"*]+$|^\*./)],
  'tag-in-any-case: Capitals in a tag do not matter.': current((tag, ask) => asked(ask).toLowerCase() === tag.toLowerCase()),
  'old-list-200: Who asks about changes gets the first list that was ever sent.': keepingFirst,
  'one-tag: All lists have one ETag.': tagged(() => '"plants"'),
  'one-tag-for-all-limits: A list has one ETag, whatever the limit.': tagged((_own, { caller }) => `"${caller?.name}"`),
  'one-tag-for-all-callers: Lists of the same address have one ETag.': tagged((_own, { url }) => `"${Buffer.from(url).toString('base64url')}"`),
  'tag-by-length: Lists of one length have one ETag.': tagOf((body) => String(Buffer.byteLength(body) >> 6)),
  'tag-by-chance: The same list has another ETag each time.': tagWith(({ number }) => number),
  'tag-by-turns: The same list has one of three ETags.': tagWith(({ number }) => number % 3),
  '304-without-tag: A 304 has no ETag.': [lacking('ETag'), is304],
  '304-without-vary: A 304 has no Vary.': [lacking('Vary'), is304],
  '304-without-cache-control: A 304 has no Cache-Control.': [lacking('Cache-Control'), is304],
  '304-public: A 304 may be stored by everyone.': [sending('Cache-Control', 'public, max-age=600'), is304],
  '304-other-tag: A 304 has another ETag than the list.': [sending('ETag', '"304"'), is304],
  '304-length-zero: A 304 says that the list has no octet.': [empty, is304],
  '304-with-body: A 304 has a body.': [on(is304, answering(304, '[]')), on(is304, evenWithBody)],
  '304-as-200-empty: Instead of 304 comes 200 with an empty body.': [answering(200, '', 'application/json'), is304],
  '304-as-412: Instead of 304 comes 412.': [asStatus(412), empty, is304],
  'star-304-refused-limit: A wrong limit with If-None-Match: * gets 304.': [unmodified, is400, star],
  'star-304-unknown: Without a good token If-None-Match: * gets 304.': [unmodified, is401, star],
  'star-304-elsewhere: Another path with If-None-Match: * gets 304.': [unmodified, is404, star],
  'empty-element-ends: An empty element ends the list of tags.': [deaf, field('if-none-match', /,\s*,/)],
  'tag-split-at-comma: A comma within a tag begins another one.': current((tag, ask) =>
    asked(ask)
      .split(',')
      .some((part) => part.trim().replaceAll(/^(?:W\/)?"|"$/g, '') === tag.slice(1, -1)),
  ),
  'tag-by-containing: A tag that has the tag of the list within it gets 304.': current((tag, ask) => asked(ask).includes(tag.slice(1, -1))),
  'tag-behind-tab: A tab before a tag hides it.': [deaf, field('if-none-match', /\t/)],
  'tag-beside-match: If-Match beside If-None-Match hides it.': [deaf, field('if-match')],
  'tag-beside-range: Beside Range a tag that is known gets 200.': [deaf, field('range')],
  'tag-of-spelling: The same list has another ETag at another spelling of its address.': tagOf(
    (body, { url }) => `${body} ${url?.replace(/^https?:\/\/[^/]*/i, '')}`,
  ),
  'tag-of-agent: The same list has another ETag for another program.': tagOf((body, { headers }) => `${body} ${headers['user-agent']}`),
  'tag-by-count-and-last: Lists of equal length with the same last plant have one ETag.': tagOf(
    (body) => `${body.split('},{').length} ${body.split('},{').at(-1)}`,
  ),
  'whole-tag-for-parts: The tag of the whole list gets 304 with any limit.': wholeTag,
  'blank-before-comma: A tag with a blank before the comma behind it is not known.': [
    ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !asked(ask).includes(`${tag} ,`) }),
    field('if-none-match', /" +,/),
  ],
  'underscored-name: If_None_Match is taken for If-None-Match.': current((tag, ask) => {
    const other = ask.headers['if_none_match']?.toString().trim() ?? ''
    return asked(ask) === '' && (other === '*' || (other !== '' && other.includes(tag)))
  }),
}
