/** What holds for the first callers and refused tokens holds for all of them. */
import type { Field } from '../../exchange.ts'
import { inTurn, type Session } from '../../http/session.ts'
import { integerParameters } from '../../oracle/operation.ts'
import type { Setting } from '../draft.ts'

/** So many of each are asked for. */
const most = { quick: 60, standard: 300, deep: 2000 } as const

/** Each caller in part, with HEAD, with a condition, and with another spelling; each refused token in the same ways. */
export function everybody({ runner, operation }: Setting): readonly Session[] {
  const { callers, secrets, write, knowledge, subject, oracle } = runner
  const { path } = operation
  const parts = integerParameters(operation).map(({ name }) => `${path}?${name}=1`)
  const ways = (token: string, fields: readonly Field[]): Session =>
    inTurn(
      [
        ...[path, ...parts].map((target) => write('GET', target, { token })),
        ...parts.map((target) => write('HEAD', target, { token })),
        write('HEAD', path, { token }),
        write('GET', path, { token, fields }),
        write('GET', path, { fields: [['Authorization', `bearer ${token}`]] }),
      ]
        .map((request) => runner.brief({ request }))
        .filter(({ request }) => subject.only === 'all' || oracle.analyse(request).owed === 'an answer'),
    )
  const tagOf = (caller: number): string => knowledge.tagOf({ caller, operation, numbers: {} }) ?? '"x"'
  return [
    ...callers
      .slice(3, most[subject.budget])
      .map(({ mark }, index) => ways(mark, [['If-None-Match', tagOf(index + 3)]])),
    ...secrets.refused.slice(0, most[subject.budget]).map(({ mark }) => ways(mark, [['If-None-Match', '*']])),
  ]
}
