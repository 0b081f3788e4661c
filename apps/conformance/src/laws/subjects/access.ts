/** Access: each caller gets what is theirs, whoever asked before, beside or behind them. */
import type { Law } from '../law.ts'
import type { Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { askAtOnce, askInTurn } from '../series.ts'

export const access: Law = {
  name: 'access',
  rules: ['sees-own-plants-only', 'token-required'],
  run: async (probe) => {
    await Promise.all(readable(probe).map((operation) => mixCallers(probe, operation)))
  },
}

/** Operations that change nothing. */
export const readable = ({ knowledge }: Probe): readonly Operation[] =>
  knowledge.operations.filter(({ method }) => method === 'GET')

/** Everybody in turn, and nobody between them: nothing may be remembered from one to the next. */
async function mixCallers(probe: Probe, { method, path }: Operation): Promise<void> {
  const { parties, write, secrets } = probe
  const one = parties
    .slice(0, 4)
    .flatMap(({ token }) => [
      write(method, path, { token: token.mark }),
      write(method, path),
      write(method, path, { token: 'nobody-has-this-one' }),
    ])
  const retired = secrets.refused.slice(0, 4).map(({ mark: token }) => write(method, path, { token }))
  const mixed = [...one, ...retired, ...one.toReversed()]
  await askInTurn(probe, mixed)
  await askAtOnce(probe, mixed)
}
