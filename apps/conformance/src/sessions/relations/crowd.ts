/** What other clients do at the same time changes nothing: each request gets the answer that it is owed. */
import { atOnce, type Session, type Wanted } from '@plant-store/raw-http'
import { integerParameters } from '../../contract/operations.ts'
import type { Setting } from '../draft.ts'
import { settlePace } from '../measure-pace.ts'
import { widest } from '../pace.ts'

const rounds = { quick: 3, standard: 8, deep: 40 } as const

/** Requests at once, where the service can handle them. */
const hundred = 100

/** Callers side by side, with and without limits, and refusals among them. */
export async function crowds(place: Setting): Promise<readonly Session[]> {
  const { runner } = place
  const { subject, court } = runner
  const pace = await settlePace(runner, ({ width }) => width >= widest)
  const kinds = mixed(place)
  const crowd = (size: number, from: number): Session =>
    atOnce(
      Array.from({ length: size }, (_, index) => kinds[(index + from) % kinds.length]).filter(
        (ask) => ask !== undefined,
      ),
    )
  const usual = Array.from({ length: rounds[subject.budget] }, (_, round) => crowd(pace.width, round * 5))
  if (pace.width >= widest) return [...usual, crowd(hundred, 1)]
  court.notReached(
    `Left out, since ${widest} answers in turn take more than two seconds: ${hundred} requests at once.`,
  )
  return usual
}

function mixed({ runner, operation }: Setting): readonly Wanted[] {
  const { callers, write } = runner
  const { path } = operation
  const numbers = integerParameters(operation).map(({ name }) => name)
  const some = callers.slice(0, 6)
  return [
    ...some.map(({ mark: token }) => write('GET', path, { token })),
    ...numbers.flatMap((name) =>
      some.map(({ mark: token }, index) => write('GET', `${path}?${name}=${index + 1}`, { token })),
    ),
    ...some.slice(0, 3).flatMap(({ mark: token }, caller) => {
      const queries = ['', ...numbers.map((name) => `?${name}=${caller + 1}`)]
      const known = queries.map((query) => runner.ifChanged(write('GET', path + query, { token })))
      return known.concat(write('GET', path, { token, fields: [['Accept-Encoding', 'gzip']] }))
    }),
    write('GET', path),
    write('GET', path, { token: 'nobody-has-this-one' }),
    write('GET', `${path}-x`),
  ].map((request) => runner.brief({ request }))
}
