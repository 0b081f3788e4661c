/** A sentence of the contract that can be broken. */

/** `given`: stands in the original contract. `completed`: our decision where the original contract is silent. */
export type Origin = 'given' | 'completed'

/** One thing that a service owes. The table of all of them is `rules.ts`. */
export interface Rule {
  /** Its name in reports and in `pnpm mutants`, such as `limit-caps-the-list`. */
  readonly id: string
  /** What is due, in a sentence that can be understood without the document. */
  readonly sentence: string
  readonly origin: Origin
  /** Where openapi.yaml says so: a JSON pointer, and words at it where the pointer leads to a long text. */
  readonly pointer: string
  readonly words?: string
  /**
   * `owed`: an answer can show that the rule is kept. `refusable`: a request can break the rule, and must then be
   * refused; only such refusals show that the rule is kept.
   */
  readonly kind: 'owed' | 'refusable'
  /** What must be known to judge it: nothing, an accepted token, or the plants of at least one caller, or of two. */
  readonly needs: 'nothing' | 'token' | 'world' | 'two callers'
}

/** Where a rule stands. */
type Place = Pick<Rule, 'pointer' | 'words'>

const inText =
  (pointer: string) =>
  (words: string): Place => ({ pointer, words })

// The texts of openapi.yaml that contain several rules each: every function gives the place of words in one of them.
export const general = inText('/info/description')
export const operation = inText('/paths/~1plants/get/description')
export const bearer = inText('/components/securitySchemes/bearer/description')
export const plants = inText('/components/responses/Plants/description')
export const badRequest = inText('/components/responses/BadRequest/description')
export const unauthorized = inText('/components/responses/Unauthorized/description')
export const internalError = inText('/components/responses/InternalError/description')

/** Where a rule stands, as a pointer alone or with words there, and what is due. */
type Row = readonly [place: string | Place, sentence: string]

/** Rules that differ only in their names, places and sentences. */
export const rulesOf = (
  origin: Origin,
  kind: Rule['kind'],
  needs: Rule['needs'],
  rows: Readonly<Record<string, Row>>,
): readonly Rule[] =>
  Object.entries(rows).map(([id, [place, sentence]]) =>
    Object.assign(
      { id, sentence, origin, kind, needs },
      typeof place === 'string' ? { pointer: place } : place,
    ),
  )
