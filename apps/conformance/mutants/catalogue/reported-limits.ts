/** Class 7, as reported of real software: what a library reads as a number. */
import { accepting, none, otherwise, readingText } from '../faults/limits.ts'
import { cutting } from '../faults/lists.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { Refusal } from '../server/ask.ts'

/** The text goes into the statement as it is: MySQL takes the first of two numbers for the plants to leave out. */
const intoStatement: Change = both(
  accepting(/^\d{1,6}\s*,\s*\d{1,6}$/, (text) => Number(text.split(',')[1])),
  cutting((found, n, ask) => {
    const [, skipped] = /^(\d{1,6})\s*,/.exec(ask.query.get('limit') ?? '') ?? []
    const from = Number(skipped ?? 0)
    return n === undefined ? found : found.slice(from, from + n)
  }),
)

function refused(): never {
  throw new Refusal('invalidLimit')
}

/** Hexadecimal digits with a point and a power of two, as in C. */
function hexadecimal(text: string): number {
  const [, whole = '', fraction = '', power = '0'] = /^0x([\da-f]*)\.?([\da-f]*)(?:p([+-]?\d+))?$/i.exec(text) ?? []
  return Number.parseInt(whole + fraction, 16) * 2 ** (Number(power) - 4 * fraction.length)
}

export const given: Faults = {
  // CVE-2008-4094 (Rails, :limit and :offset)
  'limit-into-statement: Of two numbers with a comma the first says how many plants are left out.': intoStatement,
  // golang/go#25192: a part of a query with a semicolon in it is dropped
  'semicolon-drops: A limit with a semicolon in its value is dropped.': accepting(/;/, none),
}

export const completed: Faults = {
  // spring-projects/spring-framework, NumberUtils: Integer.decode
  'spring-hash: A number sign before the digits means hexadecimal ones.': accepting(/^#[\da-f]{1,7}$/i, (text) => Number.parseInt(text.slice(1), 16)),
  // spring-projects/spring-framework, NumberUtils: trimAllWhitespace
  'spring-blanks-within: Blanks between digits are passed over.': readingText((text) =>
    /^\d[\d\s]*\d$/.test(text) ? text.replaceAll(/\s/g, '') : text,
  ),
  // dotnet/runtime, Number.Parsing: trailing zeros are allowed, for compatibility
  'dotnet-trailing-zero: The character zero behind the digits is passed over.': readingText((text) =>
    /^\d+\0+$/.test(text) ? text.replaceAll('\0', '') : text,
  ),
  // dotnet/runtime, BaseNumberConverter, as model binding of ASP.NET uses it
  'dotnet-ampersand-h: Digits behind &h are hexadecimal.': accepting(/^&h[\da-f]{1,7}$/i, (text) => Number.parseInt(text.slice(2), 16)),
  // colinhacks/zod, z.coerce.number()
  'coerced-blanks: Blanks alone mean zero.': accepting(/^\s+$/, () => 0),
  // validatorjs and Ajv with coerceTypes: Number(), then Number.isInteger()
  'lost-fraction: A fraction that a double has no room for is not seen.': accepting(/^\d{1,9}\.\d+$/, (text) => {
    const value = Number(text)
    return Number.isInteger(value) && !/^\d+\.0*$/.test(text) ? value : refused()
  }),
  // ruby/ruby, Kernel#Integer
  'ruby-prefixes: Digits behind 0d are decimal, behind 0o octal.': both(
    accepting(/^0d[1-9]\d{0,8}$/i, (text) => Number(text.slice(2))),
    accepting(/^0o[0-7]{1,9}$/i, (text) => Number.parseInt(text.slice(2), 8)),
  ),
  // php.net/intval: 1 for a list that is not empty
  'intval-of-list: limit[] with any value means one.': otherwise(({ query }) => (query.has('limit[]') ? '1' : undefined)),
  // openresty/lua-nginx-module, tonumber() of LuaJIT
  'lua-tonumber: Hexadecimal digits may have a power of two behind them.': accepting(/^0x[\da-f]{1,6}\.?[\da-f]{0,3}p[+-]?\d{1,2}$/i, (text) => {
    const value = hexadecimal(text)
    return Number.isInteger(value) ? value : refused()
  }),
  // golang/go, strconv.ParseInt with the base 0
  'parse-int-base-zero: Underscores are passed over behind a mark of the base, as in 0x_10 and 0b_11.': accepting(
    /^0(?:x(?:_?[\da-f]){1,6}|b(?:_?[01])+)$/i,
    (text) => {
      const digits = text.slice(2).replaceAll('_', '')
      if (!text.includes('_')) return refused()
      return /^0x/i.test(text) ? Number.parseInt(digits, 16) : Number.parseInt(digits, 2)
    },
  ),
}
