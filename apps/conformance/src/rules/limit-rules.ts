/** What is owed about limit: what it means, and how it is spelled. */
import type { Rule } from './rule.ts'
import { operationText } from './pointers.ts'

const schema = '/components/parameters/Limit/schema'

const meaning: readonly Rule[] = [
  {
    id: 'limit-is-optional',
    sentence: 'A request without limit is a right request.',
    origin: 'given',
    pointer: '/components/parameters/Limit/required',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'limit-caps-the-list',
    sentence: 'With limit=n at most n plants come back.',
    origin: 'given',
    pointer: '/components/parameters/Limit/description',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'limit-takes-the-first',
    sentence: 'With limit=n the answer is the first n plants of the answer without limit.',
    origin: 'completed',
    pointer: operationText,
    words: 'the answer is the first n plants of the answer without `limit`',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'no-limit-of-its-own',
    sentence: 'The service sets no limit of its own: a greater limit is never cut down.',
    origin: 'completed',
    pointer: operationText,
    words: 'The service sets no limit',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'limit-zero',
    sentence: 'limit=0 gives 200 and an empty list.',
    origin: 'completed',
    pointer: operationText,
    words: '`limit=0` gives `200` and an empty list.',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'limit-accepts-every-number',
    sentence: 'Every number from 0 to 2147483647 in plain decimal digits is accepted.',
    origin: 'completed',
    pointer: operationText,
    words: '`limit` goes from 0 to 2147483647',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'limit-is-percent-decoded',
    sentence: 'A percent code in limit means what it stands for: %33 is 3.',
    origin: 'completed',
    pointer: operationText,
    words: 'percent-decoded, its value matches',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'other-parameters-ignored',
    sentence: 'Other query parameters, Limit and limit[] among them, change nothing.',
    origin: 'completed',
    pointer: operationText,
    words: 'Other query parameters, `Limit` and `limit[]` among them, are ignored.',
    kind: 'owed',
    needs: 'token',
  },
]

/** Each is refused with 400. */
const grammar: readonly Rule[] = [
  {
    id: 'limit-is-a-number',
    sentence: 'A limit that is no whole number in any spelling is refused with 400.',
    origin: 'given',
    pointer: `${schema}/type`,
    kind: 'refusable',
    needs: 'token',
  },
  {
    id: 'limit-minimum',
    sentence: 'A limit below 0 is refused with 400.',
    origin: 'completed',
    pointer: `${schema}/minimum`,
    kind: 'refusable',
    needs: 'token',
  },
  {
    id: 'limit-maximum',
    sentence: 'A limit above 2147483647 is refused with 400.',
    origin: 'completed',
    pointer: `${schema}/maximum`,
    kind: 'refusable',
    needs: 'token',
  },
  refusedSpelling('limit-without-sign', 'A limit with a sign', 'a sign,'),
  refusedSpelling('limit-without-space', 'A limit with a space in or around it', 'a space,'),
  refusedSpelling('limit-without-leading-zero', 'A limit with a leading zero', '`007`'),
  refusedSpelling('limit-without-fraction', 'A limit with a decimal point', '`5.0`'),
  refusedSpelling('limit-without-exponent', 'A limit with an exponent', '`1e3`'),
  refusedSpelling('limit-in-decimal', 'A limit in hexadecimal, octal or binary', '`0x10`'),
  refusedSpelling('limit-in-ascii-digits', 'A limit in digits of other scripts', 'digits of other scripts'),
  refusedSpelling('limit-not-empty', 'A limit without a value', 'value at all'),
  refusedSpelling('limit-once', 'A limit that is given more than once', '`limit` given twice'),
  refusedSpelling('limit-in-digits-only', 'A limit with anything else than digits', '`^(?:0|[1-9][0-9]*)$`'),
]

function refusedSpelling(id: string, what: string, words: string): Rule {
  const sentence = `${what} is refused with 400.`
  return {
    id,
    sentence,
    origin: 'completed',
    pointer: operationText,
    words,
    kind: 'refusable',
    needs: 'token',
  }
}

/** The one parameter of the operation. */
export const limitRules: readonly Rule[] = [...meaning, ...grammar]
