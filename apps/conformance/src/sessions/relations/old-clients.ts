/** HTTP/1.0 clients: the connection ends after the answer, or is kept where they ask for that (RFC 9112, 9.3). */
import { alone, inTurn, type Session, toText, type Wanted } from '@plant-store/raw-http'
import { integerParameters } from '../../contract/operations.ts'
import type { Setting } from '../draft.ts'

export function oldClients({ runner, operation }: Setting): readonly Session[] {
  const { subject, callers, write } = runner
  if (subject.only === 'given') return []
  const { path } = operation
  const old = (target: string, token: string | undefined, connection?: string, method = 'GET'): Wanted => {
    const fields = connection === undefined ? [] : [['Connection', connection] as const]
    const { request } = runner.brief({ request: write(method, target, { token, fields }) })
    return { request: { ...request, octets: toText(request).replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n') } }
  }
  const targets = [path, ...integerParameters(operation).map(({ name }) => `${path}?${name}=2`)]
  const tokens = callers.slice(0, 3).map(({ mark }) => mark)
  const refused = ['nobody-has-this-one', ...runner.secrets.refused.slice(0, 2).map(({ mark }) => mark)]
  const mixed = refused.flatMap((other) => tokens.slice(0, 1).concat(other))
  const all: readonly (string | undefined)[] = [...tokens, ...mixed, ...tokens, undefined]
  const kept = all.flatMap((token) =>
    targets.flatMap((target) => ['GET', 'HEAD'].map((method) => old(target, token, 'keep-alive', method))),
  )
  return [
    alone(old(path, tokens[0]), { seenToEnd: true }),
    alone(old(path, undefined), { seenToEnd: true }),
    inTurn(kept),
    inTurn(kept.toReversed()),
  ]
}
