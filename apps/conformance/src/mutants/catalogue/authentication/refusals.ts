/** Authentication: how a credential is refused, and what is looked at first. */
import { type Ask, withField } from '../../ask.ts'
import { errors } from '../../faults/bodies.ts'
import { credential } from '../../faults/credentials.ts'
import { replying } from '../../faults/replies.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { status } from '../../when.ts'

const { completed } = faultsOf('authentication')

export const refusals: readonly Mutant[] = [
  completed('missing-403', 'Without a token comes 403.', refusedWith(403)),
  completed(
    'refused-403',
    'A refused token gets 403.',
    refusedWith(403, (ask) => credential(ask) !== undefined),
  ),
  completed(
    'retired-403',
    'An expired token gets 403.',
    refusedWith(403, (ask) => ask.world.refused.some(({ token }) => credential(ask) === `Bearer ${token}`)),
  ),
  completed(
    'malformed-400',
    'A malformed credential gets 400.',
    refusedWith(400, (ask) => credential(ask) !== undefined && !/^bearer +\S+$/i.test(credential(ask) ?? '')),
  ),
  completed(
    'other-scheme-400',
    'Another scheme gets 400.',
    refusedWith(400, (ask) => /^basic/i.test(credential(ask) ?? '')),
  ),
  completed(
    'body-401-text',
    'The body of a 401 is not an Error.',
    errors(() => 'Unauthorized', status(401)),
  ),
  completed(
    'body-401-list',
    'The body of a 401 is an empty list.',
    errors(() => [], status(401)),
  ),
  completed('limit-before-token', 'A wrong limit is refused before the token is looked at.', () => ({
    order: ['path', 'method', 'limit', 'place', 'credential'],
  })),
  completed('token-before-path', 'Without a token no path is looked at.', () => ({
    order: ['place', 'credential', 'path', 'method', 'limit'],
  })),
  completed('token-before-method', 'Without a token no method is looked at.', () => ({
    order: ['path', 'place', 'credential', 'method', 'limit'],
  })),
  completed('method-before-path', 'A wrong method is refused before the path is looked at.', () => ({
    order: ['method', 'path', 'place', 'credential', 'limit'],
  })),
]

function refusedWith(code: number, holds: (ask: Ask) => boolean = () => true): Change {
  return replying(
    (reply) => withField({ ...reply, status: code }, 'WWW-Authenticate', undefined),
    (ask, s) => s === 401 && ask !== undefined && holds(ask),
  )
}
