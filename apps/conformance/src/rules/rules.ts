/** A rule: one thing that a service owes. */

/** `given`: stands in the original contract. `completed`: our decision where the original contract is silent. */
export type Origin = 'given' | 'completed'

/** `http`: an RFC says so of any service. `document`: an OpenAPI document does. `profile`: what OpenAPI can't express. */
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
  /** A JSON pointer to where the document says so; empty where only the source says so. */
  readonly pointer: string
  /** The line that says so, counted from 1, where it stands within a long text there. */
  readonly line?: number
  /** The title of the part of the document that it belongs to, such as an operation; or HTTP. */
  readonly part: string
  /** The operation whose rule it is, where its id does not begin with that. */
  readonly operation?: string
  /** `owed`: a response shows it kept. `refusable`: only the refusal of a request that breaks it shows that. */
  readonly kind: 'owed' | 'refusable'
  /** What must be known to check it: an accepted token, the plants of one caller, or two; an occasion that only some services give. */
  readonly needs: 'nothing' | 'token' | 'world' | 'two callers' | 'occasion'
}
