/** Access: each caller gets what is theirs, whoever asked before, beside or behind them. */
import type { Answer, Field } from '../../exchange.ts'
import { valuesOf } from '../../fields.ts'
import type { Law } from '../law.ts'
import type { Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { askAtOnce, askInTurn } from '../series.ts'

export const access: Law = {
  name: 'access',
  run: async (probe) => {
    await Promise.all(
      readable(probe).flatMap((operation) => [
        mixCallers(probe, operation),
        speakAlike(probe, operation),
        replay(probe, operation),
      ]),
    )
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
  await probe.askAll(parties.slice(4).map(({ token }) => write(method, path, { token: token.mark })))
}

/** By these a service may remember an answer, and mistake one caller for another. */
const alike: readonly Field[] = [
  ['X-Request-Id', 'one-for-all'],
  ['User-Agent', 'one-for-all/1'],
  ['If-None-Match', '"one-for-all"'],
  ['Accept', 'application/json'],
]

/** Whatever else callers have in common, it is the token that says who they are. */
async function speakAlike(probe: Probe, { method, path }: Operation): Promise<void> {
  const { parties, write } = probe
  const requests = alike.flatMap((field) =>
    parties.slice(0, 3).map(({ token }) => write(method, path, { token: token.mark, fields: [field] })),
  )
  await askInTurn(
    probe,
    requests.map((request) => probe.brief(request)),
  )
}

/** A cookie that an answer sets does not stand for the token. */
async function replay(probe: Probe, { method, path }: Operation): Promise<void> {
  const { parties, write } = probe
  const lists = await probe.askAll(
    parties.slice(0, 3).map(({ token }) => write(method, path, { token: token.mark })),
  )
  const cookies = lists.flatMap(({ outcome }) => ('silence' in outcome ? [] : cookiesOf(outcome)))
  await probe.askBriefly(cookies.map((cookie) => write(method, path, { fields: [['Cookie', cookie]] })))
}

const cookiesOf = (answer: Answer): readonly string[] =>
  valuesOf(answer, 'set-cookie').map((value) => value.replace(/;.*/s, ''))
