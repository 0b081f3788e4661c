/** Statuses: failures that a hostile request brings about. */
import { asStatus, failing } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { status, when, type When } from '../../when.ts'

const { completed } = faultsOf('status')

/** Whether the value of limit holds such a text. */
const limitLike =
  (text: RegExp): When =>
  (ask) =>
    ask?.query.getAll('limit').some((value) => text.test(value)) ?? false

export const hostile: readonly Mutant[] = [
  completed(
    'hostile-huge',
    'A limit of more than eighteen digits gets 500.',
    asStatus(500, when(status(400), limitLike(/^\d{19}/))),
  ),
  completed('hostile-zero', 'The octet zero in a limit gets 500.', asStatus(500, limitLike(/\0/))),
  completed('hostile-percent', 'A broken percent code in a limit gets 500.', asStatus(500, limitLike(/%/))),
  completed(
    'hostile-percent-elsewhere',
    'A broken percent code in any parameter gets 500.',
    failing(500, (ask) => /%(?![\da-f]{2})/i.test(ask?.request.url ?? '')),
  ),
  completed('hostile-quote', 'A quote in a limit gets 500.', asStatus(500, limitLike(/['"]/))),
  completed(
    'hostile-letters',
    'Letters beyond ASCII in a limit get 500.',
    asStatus(500, limitLike(/[^\0-\u007F]/)),
  ),
  completed(
    'hostile-many',
    'A thousand parameters get 500.',
    failing(500, (ask) => (ask?.query.size ?? 0) > 1000),
  ),
  completed(
    'hostile-prototype',
    'A parameter __proto__ gets 500.',
    failing(500, (ask) => ask?.query.has('__proto__') ?? false),
  ),
  completed(
    'hostile-token',
    'A token with octets above ASCII gets 500.',
    asStatus(
      500,
      when(status(401), (ask) => /[^\0-\u007F]/.test(ask?.request.headers.authorization ?? '')),
    ),
  ),
  completed(
    'hostile-long-token',
    'A token of a thousand letters gets 500.',
    asStatus(500, (ask) => (ask?.request.headers.authorization ?? '').length > 1000),
  ),
  completed(
    'hostile-repeated',
    'A limit given twice gets 500.',
    asStatus(500, (ask) => (ask?.query.getAll('limit').length ?? 0) > 1),
  ),
  completed(
    'hostile-path',
    'A broken percent code in the path gets 500.',
    asStatus(500, (ask) => ask?.path.endsWith('%') ?? false),
  ),
]
