/** The grammar of limit, where it is looked for, and how a query is parsed. */
import { accepting, limitUnread, limitUnseen, limitsFrom, none, otherwise, readingText, refuseLimit, upTo } from '../faults/limits.ts'
import { limitAs } from '../faults/lists.ts'
import { type Faults, both } from '../mutant.ts'
import { field, method, request, target } from '../triggers.ts'

const parameters = (holds: (names: readonly string[]) => boolean): ReturnType<typeof request> => request(({ query }) => holds([...query.keys()]))

export const given: Faults = {
  'hexadecimal-bare: Hexadecimal digits without a prefix are accepted.': accepting(/^[\da-f]*[a-f][\da-f]*$/i, (text) => Number.parseInt(text, 16)),

  // CVE-2008-4094 (Rails, :limit and :offset)
  'limit-into-statement: Of two numbers with a comma between them, the second counts.': accepting(/^\d{1,6}\s*,\s*\d{1,6}$/, (text) =>
    Number(text.split(',')[1]),
  ),
  // golang/go#25192: a part of a query with a semicolon in it is dropped
  'semicolon-drops: A limit with a semicolon in its value is ignored.': accepting(/;/, none),
}

export const completed: Faults = {
  'limit-typed: The parameter limit:int is read as limit.': otherwise(({ query }) => query.get('limit:int') ?? undefined),
  'digits-arabic: Arabic-Indic digits are accepted.': accepting(/^[\u0660-\u0669]$/, (text) => (text.codePointAt(0) ?? 0) - 0x06_60),
  'empty-as-none: An empty limit means no limit.': accepting(/^$/, none),
  'maximum-plus-one: A limit one above the largest is accepted.': upTo(2_147_483_648n),
  'repeated-first: Of several limits the first is used.': limitsFrom((texts) => texts.slice(0, 1)),
  'far-behind: A limit after a hundred other parameters is not found.': [limitUnseen, parameters((names) => names.length > 100)],
  'content-honoured: A limit in the content is used.': [otherwise(() => '3'), field('content-length', /[1-9]/)],
  'head-takes-any: HEAD accepts any limit.': [limitUnread, method('HEAD')],
  'limit-in-whole-address: The query of an absolute request target is not read.': [limitUnseen, target(/^http:\/\/[^?]*\?/i)],
  'condition-and-limit: With both a limit and If-None-Match, a list is one plant too short.': limitAs((n, _found, { headers }) =>
    'if-none-match' in headers ? Math.max(0, n - 1) : n,
  ),

  // spring-projects/spring-framework, NumberUtils: Integer.decode
  'spring-hash: Digits after a number sign are read as hexadecimal.': accepting(/^#[\da-f]{1,7}$/i, (text) => Number.parseInt(text.slice(1), 16)),
  // spring-projects/spring-framework, NumberUtils: trimAllWhitespace
  'spring-blanks-within: Whitespace between digits is ignored.': readingText((text) =>
    /^\d[\d\s]*\d$/.test(text) ? text.replaceAll(/\s/g, '') : text,
  ),
  // dotnet/runtime, Number.Parsing: trailing zeros are allowed, for compatibility
  'dotnet-trailing-zero: NUL characters after the digits are ignored.': readingText((text) =>
    /^\d+\0+$/.test(text) ? text.replaceAll('\0', '') : text,
  ),
  // dotnet/runtime, BaseNumberConverter, as model binding of ASP.NET uses it
  'dotnet-ampersand-h: Digits after &h are read as hexadecimal.': accepting(/^&h[\da-f]{1,7}$/i, (text) => Number.parseInt(text.slice(2), 16)),
  // colinhacks/zod, z.coerce.number()
  'coerced-blanks: Whitespace alone is read as zero.': accepting(/^\s+$/, () => 0),
  // validatorjs and Ajv with coerceTypes: Number(), then Number.isInteger()
  'lost-fraction: A fraction that a 64-bit floating-point number has no room for is ignored.': accepting(/^\d{1,9}\.\d+$/, (text) => {
    const value = Number(text)
    return Number.isInteger(value) && !/^\d+\.0*$/.test(text) ? value : refuseLimit()
  }),
  // ruby/ruby, Kernel#Integer
  'ruby-prefixes: Digits after 0d are read as decimal, and after 0o as octal.': both(
    accepting(/^0d[1-9]\d{0,8}$/i, (text) => Number(text.slice(2))),
    accepting(/^0o[0-7]{1,9}$/i, (text) => Number.parseInt(text.slice(2), 8)),
  ),
  // php.net/intval: 1 for a list that is not empty
  'intval-of-list: limit[] with any value is read as one.': otherwise(({ query }) => (query.has('limit[]') ? '1' : undefined)),
  // openresty/lua-nginx-module, tonumber() of LuaJIT
  'lua-tonumber: Hexadecimal digits may be followed by a power of two.': accepting(/^0x[\da-f]{1,6}p\d{1,2}$/i, (text) => {
    const [digits, power] = text.split(/p/i)
    return Number(digits) * 2 ** Number(power)
  }),
  // golang/go, strconv.ParseInt with base 0
  'parse-int-base-zero: Underscores are ignored between hexadecimal digits, as in 0x_10.': accepting(/^0x(?:_[\da-f]{1,6})+$/i, (text) =>
    Number(text.replaceAll('_', '')),
  ),
}
