/** Class 7, continued: where the limit is looked for, and how a query is taken apart. */
import { called, fromTarget, limitsFrom, limitUnread, limitUnseen, otherwise, refusingAnyLimit } from '../faults/limits.ts'
import { faultsOf } from '../mutant.ts'
import { field, limitText, method, parameter, request, reused, target } from '../triggers.ts'

const parameters = (holds: (names: readonly string[]) => boolean): ReturnType<typeof request> => request(({ query }) => holds([...query.keys()]))

export const queries = faultsOf('grammar of limit', {
  given: {
    'limit-required': ['Without a limit the request is refused.', refusingAnyLimit, parameters((names) => !names.includes('limit'))],
  },
  completed: {
    'repeated-first': ['Of two limits the first counts.', limitsFrom((texts) => texts.slice(0, 1))],
    'repeated-last': ['Of two limits the last counts.', limitsFrom((texts) => texts.slice(-1))],
    'repeated-equal': ['A limit may be given twice when it is the same.', limitsFrom((texts) => [...new Set(texts)])],
    'repeated-three': ['A limit may be given three times.', limitsFrom((texts) => (texts.length === 3 ? texts.slice(0, 1) : texts))],
    'repeated-empty': [
      'A second limit that is empty is passed over.',
      limitsFrom((texts) => (texts.length > 1 ? texts.filter((value) => value !== '') : texts)),
    ],
    'repeated-as-none': ['Two limits mean none.', limitsFrom((texts) => (texts.length > 1 ? [] : texts))],
    'array-honoured': ['limit[] is taken for limit.', called('limit[]')],
    'array-refused': ['limit[] is refused.', refusingAnyLimit, parameter('limit[]')],
    'capital-honoured': ['Limit is taken for limit.', called('Limit')],
    'capitals-honoured': ['LIMIT is taken for limit.', called('LIMIT')],
    'unknown-refused': ['A parameter that is not known is refused.', refusingAnyLimit, parameters((names) => names.some((name) => name !== 'limit'))],
    'encoded-name-missed': ['A percent code in the name of limit is not decoded.', limitUnseen, target(/%6c/i)],
    'encoded-digit-refused': ['A digit as its percent code is refused.', refusingAnyLimit, target(/limit=%3\d/)],
    'only-first-parameter': ['limit is only found as the first parameter.', limitUnseen, parameters(([name]) => name !== 'limit')],
    'semicolon-separates': ['A semicolon separates parameters.', fromTarget(/;limit=(\d+)/)],
    'second-question-mark': ['A second question mark does not belong to the name.', fromTarget(/\?\?limit=([^&]*)/)],
    'name-trimmed-space': ['Space around the name of a parameter does not matter.', fromTarget(/[?&](?:\+|%20)*limit(?:\+|%20)+=([^&]*)/)],
    'value-cut-at-code': ['A value ends at its first percent code.', fromTarget(/[?&]limit=(\d+)%/)],
    'equals-many': ['Several signs of equality count as one.', fromTarget(/[?&]limit==+([^&]*)/)],
    'entity-ampersand': ['&amp; separates parameters.', fromTarget(/&amp;limit=(\d+)/)],
    'code-of-name-once': [
      'A limit whose name has a percent code is not counted as the second.',
      limitsFrom((texts) => texts.slice(0, 1)),
      target(/%/),
    ],
    'far-behind': ['A limit behind a hundred other parameters is not found.', limitUnseen, parameters((names) => names.length > 100)],
    'limit-in-header': ['The header X-Limit is taken for limit.', otherwise(({ request: { headers } }) => headers['x-limit'])],
    'limit-by-range': ['A range of plants is sent to who asks for one.', otherwise(() => '3'), field('range')],
    'content-honoured': ['A limit in the content counts.', otherwise(() => '3'), field('content-length', /[1-9]/)],
    'head-takes-any': ['HEAD is not refused for a wrong limit.', limitUnread, method('HEAD')],
    'once-only': ['Behind a right limit on the same connection a wrong one means none.', limitUnread, [limitText(/^x$/), reused]],
  },
})
