/** Class 7, continued: where the limit is looked for, and how a query is taken apart. */
import { called, fromTarget, limitsFrom, limitUnread, limitUnseen, otherwise, refusingAnyLimit, accepting } from '../faults/limits.ts'
import { limitAs } from '../faults/lists.ts'
import { failing } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { field, limitText, method, parameter, request, reused, target } from '../triggers.ts'

const parameters = (holds: (names: readonly string[]) => boolean): ReturnType<typeof request> => request(({ query }) => holds([...query.keys()]))

export const given: Faults = {
  'limit-required: Without a limit the request is refused.': [refusingAnyLimit, parameters((names) => !names.includes('limit'))],
}

export const completed: Faults = {
  'repeated-first: Of two limits the first counts.': limitsFrom((texts) => texts.slice(0, 1)),
  'repeated-last: Of two limits the last counts.': limitsFrom((texts) => texts.slice(-1)),
  'repeated-equal: A limit may be given twice when it is the same.': limitsFrom((texts) => [...new Set(texts)]),
  'repeated-three: A limit may be given three times.': limitsFrom((texts) => (texts.length === 3 ? texts.slice(0, 1) : texts)),
  'repeated-empty: A second limit that is empty is passed over.': limitsFrom((texts) =>
    texts.length > 1 ? texts.filter((value) => value !== '') : texts,
  ),
  'repeated-as-none: Two limits mean none.': limitsFrom((texts) => (texts.length > 1 ? [] : texts)),
  'array-honoured: limit[] is taken for limit.': called('limit[]'),
  'array-refused: limit[] is refused.': [refusingAnyLimit, parameter('limit[]')],
  'capital-honoured: Limit is taken for limit.': called('Limit'),
  'capitals-honoured: LIMIT is taken for limit.': called('LIMIT'),
  'unknown-refused: A parameter that is not known is refused.': [refusingAnyLimit, parameters((names) => names.some((name) => name !== 'limit'))],
  'encoded-name-missed: A percent code in the name of limit is not decoded.': [limitUnseen, target(/%6c/i)],
  'encoded-digit-refused: A digit as its percent code is refused.': [refusingAnyLimit, target(/limit=%3\d/)],
  'only-first-parameter: limit is only found as the first parameter.': [limitUnseen, parameters(([name]) => name !== 'limit')],
  'semicolon-separates: A semicolon separates parameters.': fromTarget(/;limit=(\d+)/),
  'second-question-mark: A second question mark does not belong to the name.': fromTarget(/\?\?limit=([^&]*)/),
  'name-trimmed-space: Space around the name of a parameter does not matter.': fromTarget(/[?&](?:\+|%20)*limit(?:\+|%20)+=([^&]*)/),
  'value-cut-at-code: A value ends at its first percent code.': fromTarget(/[?&]limit=(\d+)%/),
  'equals-many: Several signs of equality count as one.': fromTarget(/[?&]limit==+([^&]*)/),
  'entity-ampersand: &amp; separates parameters.': fromTarget(/&amp;limit=(\d+)/),
  'code-of-name-once: A limit whose name has a percent code is not counted as the second.': [limitsFrom((texts) => texts.slice(0, 1)), target(/%/)],
  'far-behind: A limit behind a hundred other parameters is not found.': [limitUnseen, parameters((names) => names.length > 100)],
  'limit-in-header: The header X-Limit is taken for limit.': otherwise(({ request: { headers } }) => headers['x-limit']),
  'limit-by-range: A range of plants is sent to who asks for one.': [otherwise(() => '3'), field('range')],
  'content-honoured: A limit in the content counts.': [otherwise(() => '3'), field('content-length', /[1-9]/)],
  'head-takes-any: HEAD is not refused for a wrong limit.': [limitUnread, method('HEAD')],
  'once-only: Behind a right limit on the same connection a wrong one means none.': [limitUnread, limitText(/^x$/), reused],
  'code-within-name-missed: A percent code in the name of limit is only decoded where it is the first letter.': [
    limitUnseen,
    target(/[?&]l\w*%\w{2}\w*=/i),
  ],
  'codes-all-over-missed: A name of percent codes alone is not decoded.': [limitUnseen, target(/[?&](?:%\w\w){5}=/)],
  'code-within-name-not-second: A limit whose name has a percent code in it does not count as the second.': [
    limitsFrom((given) => given.slice(0, 1)),
    target(/[?&]l\w*%\w{2}\w*=/i),
  ],
  'ampersand-behind-limit: An ampersand behind the limit gets 400.': [failing(400), target(/limit=\d+&$/)],
  'limit-behind-2000: A limit behind two thousand octets of the query is not seen.': [limitUnseen, target(/\?.{2000,}&limit=/)],
  'limit-before-2000: A limit before two thousand octets of the query is not seen.': [limitUnseen, target(/[?&]limit=\d+&.{2000,}/)],
  'limit-in-whole-address: Of a whole address the query is not read.': [limitUnseen, target(/^http:\/\/[^?]*\?/i)],
  'limit-beside-empty-name: A limit beside a value without a name is not seen.': [limitUnseen, target(/[?&]=/)],
  'name-in-full-width: The letters of limit may be in full width.': limitsFrom((given, { query }) =>
    given.length > 0 ? given : [...query].filter(([name]) => name.normalize('NFKC') === 'limit').map(([, value]) => value),
  ),
  'limit-as-hash: limit.0 is taken for a limit.': limitsFrom((given, { query }) => (given.length > 0 ? given : query.getAll('limit.0'))),
  'limit-of-header-link: A limit in angle brackets is accepted.': accepting(/^<\d{1,9}>$/, (text) => Number(text.slice(1, -1))),
  'condition-and-limit: With a limit and a condition, a list is cut one plant short.': limitAs((n, _found, { request: { headers } }) =>
    'if-none-match' in headers ? Math.max(0, n - 1) : n,
  ),
}
