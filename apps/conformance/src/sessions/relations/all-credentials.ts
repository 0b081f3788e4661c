/** The same spellings hold for every token, and a refused one stays refused right after its former owner's requests. */
import { inTurn, type Session, type Token } from '@plant-store/raw-http'
import { nearCredentials } from '../dimensions/credentials.ts'
import type { Setting } from '../draft.ts'
import { mostTokens } from './everybody.ts'

/** After the first callers, this many tokens are tried in every valid or nearly valid spelling. */
const whole = 5
/** Each of the other tokens is tried in about this many spellings, the next token in different ones. */
const spellings = 10
/** At most this many callers and refused tokens take turns. */
const together = 12

export function allCredentials({ runner, operation: { path } }: Setting): readonly Session[] {
  const { callers, secrets, write, subject } = runner
  const spelled = (token: Token, index: number): Session => {
    const near = nearCredentials(token, subject.budget)
    const share = index < whole ? 1 : Math.ceil(near.length / spellings)
    const some = near.filter((_, at) => (at + index + subject.seed) % share === 0)
    return inTurn(
      runner.spokenOf(
        some.map((value) => ({ request: write('GET', path, { fields: [['Authorization', value]] }) })),
      ),
    )
  }
  const behind = ({ mark }: Token): Session =>
    inTurn(
      secrets.refused
        .slice(0, together)
        .flatMap((refused) => [mark, refused.mark])
        .map((token) => runner.brief({ request: write('GET', path, { token }) })),
    )
  return [
    ...[...callers.slice(3), ...secrets.refused]
      .slice(0, mostTokens[subject.budget])
      .map((token, index) => spelled(token, index)),
    ...callers.slice(0, together).map((caller) => behind(caller)),
  ]
}
