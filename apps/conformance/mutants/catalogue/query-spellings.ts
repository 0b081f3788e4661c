/** Class 7, continued: right queries in other spellings. */
import { accepting, limitsFrom, limitUnseen } from '../faults/limits.ts'
import { limitAs } from '../faults/lists.ts'
import { failing } from '../faults/replies.ts'
import { faultsOf } from '../mutant.ts'
import { target } from '../triggers.ts'

const queries = faultsOf('grammar of limit', {
  completed: {
    'code-within-name-missed': [
      'A percent code in the name of limit is only decoded where it is the first letter.',
      limitUnseen,
      target(/[?&]l\w*%\w{2}\w*=/i),
    ],
    'codes-all-over-missed': ['A name of percent codes alone is not decoded.', limitUnseen, target(/[?&](?:%\w\w){5}=/)],
    'code-within-name-not-second': [
      'A limit whose name has a percent code in it does not count as the second.',
      limitsFrom((given) => given.slice(0, 1)),
      target(/[?&]l\w*%\w{2}\w*=/i),
    ],
    'ampersand-behind-limit': ['An ampersand behind the limit gets 400.', failing(400), target(/limit=\d+&$/)],
    'limit-behind-2000': ['A limit behind two thousand octets of the query is not seen.', limitUnseen, target(/\?.{2000,}&limit=/)],
    'limit-before-2000': ['A limit before two thousand octets of the query is not seen.', limitUnseen, target(/[?&]limit=\d+&.{2000,}/)],
    'limit-in-whole-address': ['Of a whole address the query is not read.', limitUnseen, target(/^http:\/\/[^?]*\?/i)],
    'limit-beside-empty-name': ['A limit beside a value without a name is not seen.', limitUnseen, target(/[?&]=/)],
    'name-in-full-width': [
      'The letters of limit may be in full width.',
      limitsFrom((given, { query }) =>
        given.length > 0 ? given : [...query].filter(([name]) => name.normalize('NFKC') === 'limit').map(([, value]) => value),
      ),
    ],
    'limit-as-hash': ['limit.0 is taken for a limit.', limitsFrom((given, { query }) => (given.length > 0 ? given : query.getAll('limit.0')))],
    'limit-of-header-link': ['A limit in angle brackets is accepted.', accepting(/^<\d{1,9}>$/, (text) => Number(text.slice(1, -1)))],
    'condition-and-limit': [
      'With a limit and a condition, a list is cut one plant short.',
      limitAs((n, _found, { request: { headers } }) => ('if-none-match' in headers ? Math.max(0, n - 1) : n)),
    ],
  },
})

export const querySpellings = [...queries]
