/** How limit is written, where it is looked for, and what it means; long lists. */
import { accepting, limitUnseen, limitsFrom, none, otherwise } from '../faults/limits.ts'
import { limitAs, reversed } from '../faults/lists.ts'
import { type Faults } from '../mutant.ts'
import { field, method, request, target, limitText, limited, not } from '../triggers.ts'
import { deaf } from '../faults/conditions.ts'
import { failing, replyingTo } from '../faults/replies.ts'
import { fieldOf, withField } from '../server/ask.ts'
import { worldWith } from '../server/world.ts'

const parameters = (holds: (names: readonly string[]) => boolean): ReturnType<typeof request> => request(({ query }) => holds([...query.keys()]))

/** Five thousand plants, in more than a hundred thousand bytes. */
const fiveThousand = worldWith(
  Array.from({ length: 5000 }, (_none, index) => ({ name: `Plänt ${index} 🌵`, seenBy: index % 50 === 0 ? ['ana', 'ben'] : ['ana'] })),
)

export const given: Faults = {
  'hexadecimal-bare: Hexadecimal digits without a prefix are accepted.': accepting(/^[\da-f]*[a-f][\da-f]*$/i, (text) => Number.parseInt(text, 16)),
  'plus-one-above-zero: A limit above zero returns one plant too many.': limitAs((n) => (n === 0 ? 0 : n + 1)),
  // spring-projects/spring-data-commons, Slice: one more than the limit is fetched
  'one-more-is-fetched: One plant more than the limit is fetched, which overflows for the greatest limit and gets 500.': [
    failing(500),
    limitText(/^2147483647$/),
  ],
}

export const completed: Faults = {
  'digits-arabic: Arabic-Indic digits are accepted.': accepting(/^[\u0660-\u0669]$/, (text) => (text.codePointAt(0) ?? 0) - 0x06_60),
  'empty-as-none: An empty limit means no limit.': accepting(/^$/, none),
  'maximum-plus-one: A limit one above the largest is accepted.': accepting(/^2147483648$/),
  'repeated-first: Of several limits the first is used.': limitsFrom((texts) => texts.slice(0, 1)),
  'far-behind: A limit after a hundred other parameters is not found.': [limitUnseen, parameters((names) => names.length > 100)],
  'content-honoured: A limit in the content is used.': [otherwise(() => '3'), field('content-length', /[1-9]/)],
  'head-takes-any: HEAD accepts any limit.': [limitUnseen, method('HEAD')],
  'limit-in-whole-address: The query of an absolute request target is not read.': [limitUnseen, target(/^http:\/\/[^?]*\?/i)],
  'condition-and-limit: With both a limit and If-None-Match, a list is one plant too short.': limitAs((n, _found, { headers }) =>
    'if-none-match' in headers ? Math.max(0, n - 1) : n,
  ),
  // dotnet/runtime, Number.Parsing: trailing zeros are allowed, for compatibility
  'dotnet-trailing-zero: NUL characters after the digits are ignored.': accepting(/^\d{1,9}\0+$/, (text) => Number(text.replaceAll('\0', ''))),
  // php.net/intval: 1 for a list that is not empty
  'intval-of-list: limit[] with any value is read as one.': otherwise(({ query }) => (query.has('limit[]') ? '1' : undefined)),
  'zero-as-all: A limit of zero means no limit.': limitAs((n) => (n === 0 ? Infinity : n)),
  'reversed: Plants are in reverse order.': reversed,
  'long-never-304: A whole list of thousands is never answered with 304.': [deaf, not(limited), fiveThousand],
  'long-head-length: HEAD states a length of zero for a list of thousands.': [
    replyingTo((reply) => (Number(fieldOf(reply, 'Content-Length')) > 65_536 ? withField(reply, 'Content-Length', '0') : reply)),
    method('HEAD'),
    fiveThousand,
  ],
}
