/** Checks, before anything is measured, that all contenders do the same job. */
import { BenchError } from './bench-error.ts'
import type { RunningContender } from './contenders.ts'
import type { WorldSize, WorldTokens } from './world/build-world.ts'

/** Picks the token to send from a world; each world has its own tokens. */
type Caller = (world: WorldTokens) => string | undefined

/** One request that every contender must answer alike. */
interface Probe {
  readonly title: string
  readonly path: string
  readonly caller: Caller
  readonly status: number
  /** How many plants are expected. */
  readonly plants?: number
}

/**
 * Rejects with a `BenchError` unless all contenders answer several users under several limits with the right status and
 * with the same body as the first contender, byte for byte.
 */
export async function compareAnswers(running: readonly RunningContender[], size: WorldSize): Promise<void> {
  for (const probe of listProbes(size)) await compare(running, probe)
}

const everything: Caller = (world) => world.everything

function listProbes({ plants, users, plantsPerUser }: WorldSize): Probe[] {
  const some = [0, 1, Math.floor(users / 2), users - 1].map(
    (nth): Caller =>
      ({ tokens }) =>
        tokens[nth] ?? '',
  )
  const all = some.map((caller) => listProbe('a user', caller, '', plantsPerUser))
  const limited = some.flatMap((caller) =>
    [0, 1, 20, 2_147_483_647].map((limit) =>
      listProbe('a user', caller, `?limit=${limit}`, Math.min(limit, plantsPerUser)),
    ),
  )
  const badLimits = ['-1', '+5', '%205', '007', '5.0', '1e3', '0x10', '', '2147483648', '1&limit=1']
  const path = '/plants?limit=20'
  return [
    ...all,
    ...limited,
    // Services read long lists in pages, so the limits near page edges are tried.
    ...[20, 999, 1000, 1001, 25_000].map((limit) =>
      listProbe('the user who sees everything', everything, `?limit=${limit}`, Math.min(limit, plants)),
    ),
    ...badLimits.map((limit) => ({
      title: 'a bad limit',
      path: `/plants?limit=${limit}`,
      caller: everything,
      status: 400,
    })),
    { title: 'no token', path, caller: () => undefined, status: 401 },
    { title: 'an unknown token', path, caller: (world) => `${world.everything}x`, status: 401 },
    { title: 'a revoked token', path, caller: ({ revokedToken }) => revokedToken, status: 401 },
    { title: 'an expired token', path, caller: ({ expiredToken }) => expiredToken, status: 401 },
  ]
}

function listProbe(title: string, caller: Caller, query: string, plants: number): Probe {
  return { title, path: `/plants${query}`, caller, status: 200, plants }
}

async function compare(running: readonly RunningContender[], probe: Probe): Promise<void> {
  const [first, ...others] = await Promise.all(running.map((one) => ask(one, probe)))
  if (first === undefined) return
  const count = probe.plants === undefined ? undefined : countPlants(first.body)
  if (count !== probe.plants) {
    throw difference(first.name, probe, `lists ${count} plants instead of ${probe.plants}`)
  }
  for (const other of others) {
    if (probe.plants !== undefined && other.body !== first.body) {
      throw difference(other.name, probe, `answers another body than ${first.name}`)
    }
  }
}

interface Answer {
  readonly name: string
  readonly body: string
}

async function ask({ contender, program }: RunningContender, probe: Probe): Promise<Answer> {
  const token = probe.caller(contender.world)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(program.url + probe.path, { headers })
  const body = await response.text()
  if (response.status === probe.status) return { name: contender.name, body }
  throw difference(contender.name, probe, `answers ${response.status} instead of ${probe.status}`)
}

function countPlants(body: string): number {
  const list: unknown = JSON.parse(body)
  return Array.isArray(list) ? list.length : -1
}

function difference(name: string, { title, path }: Probe, what: string): BenchError {
  return new BenchError(`${name} ${what} to ${title} at ${path}: the figures would not be comparable.`)
}
