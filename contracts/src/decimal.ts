/** The one spelling of a non-negative whole number in a query: `0`, or digits that don't begin with `0`. */
export const canonicalDecimal = /^(?:0|[1-9][0-9]*)$/
