/** The rules about limit: what it means, and how it is spelled. */
import { operation, type Rule, rulesOf } from './rule.ts'

/** The one parameter of the operation; each wrong spelling is refused with 400. */
export const limitRules: readonly Rule[] = [
  ...rulesOf('given', 'owed', 'token', {
    'limit-is-optional': ['/components/parameters/Limit/required', 'A request without limit is valid.'],
    'limit-caps-the-list': [
      '/components/parameters/Limit/description',
      'With limit=n at most n plants come back.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'token', {
    'limit-takes-the-first': [
      operation('the answer is the first n plants of the answer without `limit`'),
      'With limit=n the answer is the first n plants of the answer without limit.',
    ],
    'no-limit-of-its-own': [
      operation('The service sets no limit'),
      'The service sets no limit of its own: it never reduces a large limit.',
    ],
    'limit-zero': [
      operation('`limit=0` gives `200` and an empty list.'),
      'limit=0 gives 200 and an empty list.',
    ],
    'limit-accepts-every-number': [
      operation('`limit` goes from 0 to 2147483647'),
      'limit accepts every number from 0 to 2147483647 in plain decimal digits.',
    ],
    'limit-is-percent-decoded': [
      operation('percent-decoded, its value matches'),
      'The value of limit is percent-decoded: %33 means 3.',
    ],
    'other-parameters-ignored': [
      operation('Other query parameters, `Limit` and `limit[]` among them, are ignored.'),
      'Other query parameters, including Limit and limit[], change nothing.',
    ],
  }),
  ...rulesOf('given', 'refusable', 'token', {
    'limit-is-a-number': [
      '/components/parameters/Limit/schema/type',
      'A limit that is not a whole number, however it is spelled, is refused with 400.',
    ],
  }),
  ...rulesOf('completed', 'refusable', 'token', {
    'limit-minimum': ['/components/parameters/Limit/schema/minimum', 'A limit below 0 is refused with 400.'],
    'limit-maximum': [
      '/components/parameters/Limit/schema/maximum',
      'A limit above 2147483647 is refused with 400.',
    ],
    'limit-without-sign': [operation('a sign,'), 'A limit with a sign is refused with 400.'],
    'limit-without-space': [
      operation('a space,'),
      'A limit with a space in or around it is refused with 400.',
    ],
    'limit-without-leading-zero': [operation('`007`'), 'A limit with a leading zero is refused with 400.'],
    'limit-without-fraction': [operation('`5.0`'), 'A limit with a decimal point is refused with 400.'],
    'limit-without-exponent': [operation('`1e3`'), 'A limit with an exponent is refused with 400.'],
    'limit-in-decimal': [operation('`0x10`'), 'A limit in hexadecimal, octal or binary is refused with 400.'],
    'limit-in-ascii-digits': [
      operation('digits of other scripts'),
      'A limit in digits of other scripts is refused with 400.',
    ],
    'limit-not-empty': [operation('value at all'), 'A limit without a value is refused with 400.'],
    'limit-once': [
      operation('`limit` given twice'),
      'A limit that is given more than once is refused with 400.',
    ],
    'limit-in-digits-only': [
      operation('`^(?:0|[1-9][0-9]*)$`'),
      'A limit with anything other than digits is refused with 400.',
    ],
  }),
]
