/** The known deviations of Prism's mock from the contract: any other deviation is news. */

/** One deviation. */
export interface Deviation {
  /** What the mock does, in one sentence. */
  readonly what: string
  /** The rules that this breaks in every run of the checker of sessions. */
  readonly rules: readonly string[]
  /** The rules that only some seeds, budgets or checkers show broken. */
  readonly sometimes: readonly string[]
  /** Issues and pull requests of stoplightio/prism about it, where there are any. */
  readonly issues: readonly number[]
}

/** The names of rules stand in one text, with blanks between them. */
const deviation = (
  what: string,
  rules: string,
  sometimes = '',
  issues: readonly number[] = [],
): Deviation => ({
  what,
  rules: rules.match(/\S+/g) ?? [],
  sometimes: sometimes.match(/\S+/g) ?? [],
  issues,
})

export const knownDeviations: readonly Deviation[] = [
  deviation(
    'Every right request gets the first example of 200, whatever its limit, and whoever asks.',
    'limit-caps-the-list limit-zero',
    'limit-takes-the-first limit-is-percent-decoded',
    [20, 1212, 2232],
  ),
  deviation(
    'Every 401 is the first example: its challenge never names invalid_token.',
    '',
    // Only stages that a quick check of the slow mock may not reach show this.
    'challenge-names-refusal one-number-per-cause',
    [1212],
  ),
  deviation(
    'Anything that JavaScript can convert to a number is an integer: `limit=`, 007, +5, 5.0, 1e3, 0x10.',
    `limit-not-empty limit-without-leading-zero limit-without-sign limit-without-space limit-without-fraction
     limit-without-exponent limit-in-decimal`,
    // -0 and -0.0 are not below 0.
    'limit-minimum limit-maximum',
  ),
  deviation(
    'Limit and LIMIT are taken for limit.',
    'other-parameters-ignored',
    // The last one counts: a wrong limit before a right Limit passes, and a right limit before a wrong Limit does not.
    'limit-accepts-every-number limit-in-digits-only limit-is-a-number limit-in-ascii-digits limit-once',
    [1284],
  ),
  deviation(
    'Every token is accepted, well-formed or not.',
    'unknown-token-refused malformed-credential-refused',
    '',
    [267, 484],
  ),
  deviation(
    'The scheme must be spelled Bearer: bearer is refused.',
    'scheme-in-any-case answers-right-requests',
    'spaces-before-token',
    [2527, 2722, 2832],
  ),
  deviation(
    'access_token in the query is a parameter like any other.',
    'token-not-in-query',
    'first-fault-decides',
  ),
  deviation('Only one of several Authorization lines is looked at.', 'authorization-once'),
  deviation(
    'Content in a GET request is refused with 400, and broken JSON never gets a response.',
    'content-means-nothing answers-every-request',
    'limit-is-optional equal-requests-equal-answers',
    [1745, 1813, 2664],
  ),
  deviation(
    'Where Accept allows none of the declared types, 200 is sent without a body.',
    '',
    'list-content-type payload-is-json list-is-array',
    [333, 606],
  ),
  deviation(
    'An Accept that is not a list of media types ends Prism, which is started again; the request never gets a response.',
    'answers-right-requests',
    '',
    [2352, 2605],
  ),
  deviation(
    'HEAD is refused with 405 where only GET is declared, whatever else is wrong with the request.',
    'head-as-get',
    'other-methods-405 no-token-401 refused-token-401 wrong-request-400',
    [575, 603],
  ),
  deviation(
    '404 and 405 have a body of the type application/problem+json, and none of the declared headers.',
    `error-content-type error-has-both-members no-extra-members refusals-not-stored request-id-sent
     declared-headers-sent`,
    'error-is-integer message-is-text',
    [270],
  ),
  deviation('405 has no Allow.', 'allow-names-methods', '', [1929]),
  deviation(
    'Refusals by Node, below Prism (400, 417, 431), have no body, and what Node lets pass is not refused.',
    'error-is-object every-refusal-has-error-body malformed-request-400',
    'target-of-8000 header-of-16384 unknown-method-400 expectation-417 answers-are-well-framed',
  ),
  deviation(
    'Dots in a path are resolved: /x/../plants is /plants; a path that cannot be resolved, such as //, gets 500.',
    // What starts Prism again may come in between.
    '',
    'no-other-path callers-fault-never-5xx',
  ),
  deviation('If-None-Match is not looked at.', 'not-modified-304', 'not-modified-same-fields'),
  deviation("X-Request-Id is always the example's, whatever the request sends.", 'request-id-kept'),
]
