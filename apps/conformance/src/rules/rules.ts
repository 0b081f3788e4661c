/** A rule: one thing that a service owes. */

/** `given`: stands in the original contract. `completed`: our decision where the original contract is silent. */
export type Origin = 'given' | 'completed'

/**
 * `http`: an RFC says so of any service. `document`: follows from the structure of an OpenAPI document. `profile`: a
 * sentence that OpenAPI can't express.
 */
export type Layer = 'http' | 'document' | 'profile'

/** One thing that a service owes. */
export interface Rule {
  /** Its name in reports and in `pnpm mutants`, such as `limit-caps-the-list`. */
  readonly id: string
  readonly sentence: string
  readonly origin: Origin
  readonly layer: Layer
  /** The clause of the RFC, such as `RFC 9110, 9.3.2`: of each rule of the layer `http`. */
  readonly source?: string
  /**
   * Where the document says so: a JSON pointer, and words at it where the pointer leads to a long text. Empty where only
   * the source says so.
   */
  readonly pointer: string
  readonly words?: string
  /** The part of the document that it belongs to, where the pointer may lead elsewhere: an operation. */
  readonly part?: string
  /** The operation whose rule it is, where its id does not begin with that. */
  readonly operation?: string
  /**
   * `owed`: a response can show that the rule is kept. `refusable`: a request can break the rule, and must then be
   * refused; only such refusals show that the rule is kept.
   */
  readonly kind: 'owed' | 'refusable'
  /**
   * What must be known to check it: nothing, an accepted token, or the plants of at least one caller, or of two. Of what needs
   * an occasion, only some services give one.
   */
  readonly needs: 'nothing' | 'token' | 'world' | 'two callers' | 'occasion'
}
