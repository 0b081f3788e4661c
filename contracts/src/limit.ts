/** How `limit` is written in a query, and how large it may be. */

/** The one spelling of a non-negative whole number: `0`, or digits that don't begin with `0`. */
export const canonicalDecimal = /^(?:0|[1-9][0-9]*)$/

/** The largest that a request may ask for. */
export const maxLimit = 2_147_483_647
