/** The known deviations of Prism's mock from the contract: any other deviation is news. */

/** One deviation. */
export interface Deviation {
  readonly id: string
  /** What the mock does, in one sentence. */
  readonly what: string
  /** The rules that this breaks in every run of the judge of sessions. */
  readonly rules: readonly string[]
  /** The rules that only some seeds, budgets or judges show broken. */
  readonly sometimes?: readonly string[]
  /** Issues and pull requests of stoplightio/prism about it, where there are any. */
  readonly issues?: readonly number[]
}

/** Deviations of the mock as an implementation of the operation. */
const ofTheOperation: readonly Deviation[] = [
  {
    id: 'one-example-for-all',
    what: 'Every right request gets the first example of 200, whatever its limit, and whoever asks.',
    rules: ['limit-caps-the-list', 'limit-zero'],
    sometimes: ['limit-takes-the-first', 'limit-is-percent-decoded'],
    issues: [20, 1212, 2232],
  },
  {
    id: 'one-refusal-for-all',
    what: 'Every 401 is the first example: its challenge never names invalid_token.',
    rules: ['challenge-names-refusal'],
    sometimes: ['one-number-per-cause'],
    issues: [1212],
  },
  {
    id: 'spellings-of-numbers',
    what: 'Anything that JavaScript can convert to a number is an integer: `limit=`, 007, +5, 5.0, 1e3, 0x10.',
    rules: [
      'limit-not-empty',
      'limit-without-leading-zero',
      'limit-without-sign',
      'limit-without-space',
      'limit-without-fraction',
      'limit-without-exponent',
      'limit-in-decimal',
    ],
    // -0 and -0.0 are not below 0.
    sometimes: ['limit-minimum', 'limit-maximum'],
  },
  {
    id: 'names-in-any-case',
    what: 'Limit and LIMIT are taken for limit.',
    rules: ['other-parameters-ignored'],
    // The last one counts: a wrong limit before a right Limit passes, and a right limit before a wrong Limit does not.
    sometimes: [
      'limit-accepts-every-number',
      'limit-in-digits-only',
      'limit-is-a-number',
      'limit-in-ascii-digits',
      'limit-once',
    ],
    issues: [1284],
  },
  {
    id: 'any-token',
    what: 'Every token is accepted, well-formed or not.',
    rules: ['unknown-token-refused', 'malformed-credential-refused'],
    issues: [267, 484],
  },
  {
    id: 'scheme-in-capitals',
    what: 'The scheme must be spelled Bearer: bearer is refused.',
    rules: ['scheme-in-any-case', 'answers-right-requests'],
    sometimes: ['spaces-before-token'],
    issues: [2527, 2722, 2832],
  },
  {
    id: 'token-in-query',
    what: 'access_token in the query is a parameter like any other.',
    rules: ['token-not-in-query'],
    sometimes: ['first-fault-decides'],
  },
  {
    id: 'first-authorization-counts',
    what: 'Only one of several Authorization lines is looked at.',
    rules: ['authorization-once'],
  },
  {
    id: 'content-is-judged',
    what: 'Content in a GET request is refused with 400, and broken JSON never gets an answer.',
    rules: ['content-means-nothing', 'answers-every-request'],
    sometimes: ['limit-is-optional', 'equal-requests-equal-answers'],
    issues: [1745, 1813, 2664],
  },
  {
    id: 'nothing-acceptable',
    what: 'Where Accept allows none of the declared types, 200 is sent without a body.',
    rules: [],
    sometimes: ['list-content-type', 'payload-is-json', 'list-is-array'],
    issues: [333, 606],
  },
  {
    id: 'fails-over-accept',
    what: 'An Accept that is not a list of media types ends Prism, which is started again; the request never gets an answer.',
    rules: ['answers-right-requests'],
    issues: [2352, 2605],
  },
]

/** Deviations of the mock as an HTTP server. */
const ofTheServer: readonly Deviation[] = [
  {
    id: 'no-head',
    what: 'HEAD is refused with 405 where only GET is declared, whatever else is wrong with the request.',
    rules: ['head-as-get'],
    sometimes: ['other-methods-405', 'no-token-401', 'refused-token-401', 'wrong-request-400'],
    issues: [575, 603],
  },
  {
    id: 'errors-of-its-own',
    what: '404 and 405 have a body of the type application/problem+json, and none of the declared headers.',
    rules: [
      'error-content-type',
      'error-has-both-members',
      'no-extra-members',
      'refusals-not-stored',
      'request-id-sent',
      'declared-headers-sent',
    ],
    sometimes: ['error-is-integer', 'message-is-text'],
    issues: [270],
  },
  {
    id: 'no-allow',
    what: '405 has no Allow.',
    rules: ['allow-names-methods'],
    issues: [1929],
  },
  {
    id: 'bare-refusals',
    what: 'Refusals by Node, below Prism (400, 417, 431), have no body, and what Node lets pass is not refused.',
    rules: ['error-is-object', 'every-refusal-has-error-body', 'malformed-request-400'],
    sometimes: [
      'target-of-8000',
      'header-of-16384',
      'unknown-method-400',
      'expectation-417',
      'answers-are-well-framed',
    ],
  },
  {
    id: 'paths-resolved',
    what: 'Dots in a path are resolved: /x/../plants is /plants; a path that cannot be resolved, such as //, gets 500.',
    // What starts Prism again may come in between.
    rules: [],
    sometimes: ['no-other-path', 'callers-fault-never-5xx'],
  },
  {
    id: 'no-conditions',
    what: 'If-None-Match is not looked at.',
    rules: ['not-modified-304'],
    sometimes: ['not-modified-same-fields'],
  },
  {
    id: 'request-id-of-its-own',
    what: "X-Request-Id is always the example's, whatever the request sends.",
    rules: ['request-id-kept'],
  },
]

export const knownDeviations: readonly Deviation[] = [...ofTheOperation, ...ofTheServer]
