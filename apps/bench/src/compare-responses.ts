/** Checks, before anything is measured, that all contenders do the same job. */
import { BenchError } from './bench-error.ts'
import type { RunningContender } from './contenders.ts'
import type { WorldTokens } from './world.ts'

/** A request that every contender must answer alike, with a token of its own world. */
type Probe = readonly [what: string, query: string, token: (world: WorldTokens) => string, status: number]

const everything: Probe[2] = (world) => world.everything
const probes: readonly Probe[] = [
  ...['', '?limit=0', '?limit=20', '?limit=2147483647'].map((query): Probe => [
    'a user',
    query,
    ({ tokens }) => tokens.at(-1) ?? '',
    200,
  ]),
  // Services read long lists in pages, so the limits near page edges are tried.
  ...[20, 999, 1000, 1001, 25_000].map((limit): Probe => [
    'the user who sees everything',
    `?limit=${limit}`,
    everything,
    200,
  ]),
  ...['-1', '007', '1e3', '', '2147483648', '1&limit=1'].map((limit): Probe => [
    'a bad limit',
    `?limit=${limit}`,
    everything,
    400,
  ]),
  ['an unknown token', '?limit=20', (world) => `${world.everything}x`, 401],
  ['a revoked token', '?limit=20', ({ revokedToken }) => revokedToken, 401],
  ['an expired token', '?limit=20', ({ expiredToken }) => expiredToken, 401],
]

/** Rejects with a `BenchError` unless all answer with the right status, and with the same list, byte for byte. */
export async function compareResponses(running: readonly RunningContender[]): Promise<void> {
  for (const [what, query, token, status] of probes) {
    let due: string | undefined
    for (const { contender, service } of running) {
      const headers = { authorization: `Bearer ${token(contender.world)}` }
      const response = await fetch(`${service.url}/plants${query}`, { headers })
      const body = await response.text()
      if (status === 200) due ??= body
      if (response.status !== status || body !== (due ?? body)) {
        const seen = response.status === status ? 'another list than the others' : response.status
        throw new BenchError(
          `${contender.name} answers ${seen} to ${what} at /plants${query}: the figures would not be comparable.`,
        )
      }
    }
  }
}
