/** Time and state: questions about changes that are not heard. */
import type { Ask } from '../../ask.ts'
import { asked, tagged } from '../../faults/conditions.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { completed } = faultsOf('time and state')

/** Takes fewer questions for ones about the list that is there. */
const changed =
  (isChanged: (ask: Ask) => boolean): Change =>
  (reference) => ({
    isCurrent: (tag, ask) => !isChanged(ask) && reference.isCurrent(tag, ask),
  })

export const deaf: readonly Mutant[] = [
  completed(
    'never-304',
    'If-None-Match is not heard.',
    changed(() => true),
  ),
  completed(
    'never-304-limit',
    'With a limit, If-None-Match is not heard.',
    changed(({ limit }) => limit !== undefined),
  ),
  completed(
    'never-304-second-caller',
    'If-None-Match of the second caller is not heard.',
    changed(({ caller }) => caller?.name === 'ben'),
  ),
  completed(
    'never-304-star',
    'A star does not match.',
    changed((ask) => asked(ask) === '*'),
  ),
  completed(
    'never-304-weak',
    'The weak form of the tag does not match.',
    changed((ask) => asked(ask).includes('W/')),
  ),
  completed(
    'never-304-several',
    'Of several tags none matches.',
    changed((ask) => asked(ask).includes(',')),
  ),
  completed(
    'never-304-no-cache',
    'A question that says no-cache is not heard.',
    changed(({ request }) => request.headers['cache-control'] !== undefined),
  ),
  completed(
    'never-304-reused',
    'On a connection that is used again If-None-Match is not heard.',
    changed(({ onConnection }) => onConnection > 1),
  ),
  completed(
    'tag-by-chance',
    'The same list has another ETag each time.',
    tagged((ask, own) => own.replace(/"$/, `${ask.number}"`)),
  ),
  completed(
    'tag-by-turns',
    'The same list has one of three ETags.',
    tagged((ask, own) => own.replace(/"$/, `${ask.number % 3}"`)),
  ),
]
