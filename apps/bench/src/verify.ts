/** Before anything is measured: everyone does the same job. */
import { BenchFailure } from './bench-failure.ts'
import type { Runner } from './contenders.ts'
import type { World } from './world.ts'

/** One question that every contender must answer alike. */
interface Probe {
  readonly title: string
  readonly path: string
  readonly token: string | undefined
  readonly status: number
  /** How many plants are due. */
  readonly plants?: number
}

type ProbedWorld = Pick<World, 'everything' | 'tokens' | 'revokedToken' | 'expiredToken'> & {
  readonly plantsPerUser: number
}

/**
 * Rejects with a `BenchFailure` unless all give the right status, and the same bodies as the first of them, byte for
 * byte, to several users under several limits. A contender that is no service must have the body of the first load.
 */
export async function verifyContenders(runners: readonly Runner[], world: ProbedWorld): Promise<void> {
  const services = runners.filter(({ contender }) => contender.isService)
  for (const probe of probes(world)) await compare(services, probe)
  await compare(runners, listProbe('the first load', world.everything, '?limit=20', 20))
}

function probes(world: ProbedWorld): Probe[] {
  const { everything, tokens, plantsPerUser } = world
  const some = [0, 1, Math.floor(tokens.length / 2), tokens.length - 1].flatMap((at) => tokens[at] ?? [])
  const all = some.map((token) => listProbe('a user', token, '', plantsPerUser))
  const users = some.flatMap((token) =>
    [0, 1, 20, 2_147_483_647].map((limit) =>
      listProbe('a user', token, `?limit=${limit}`, Math.min(limit, plantsPerUser)),
    ),
  )
  const badLimits = ['-1', '+5', '%205', '007', '5.0', '1e3', '0x10', '', '2147483648', '1&limit=1']
  const strangers = { 'a revoked token': world.revokedToken, 'an expired token': world.expiredToken }
  return [
    ...all,
    ...users,
    listProbe('the user who sees everything', everything, '?limit=20', 20),
    ...badLimits.map((limit) => ({
      title: 'a bad limit',
      path: `/plants?limit=${limit}`,
      token: everything,
      status: 400,
    })),
    { title: 'no token', path: '/plants?limit=20', token: undefined, status: 401 },
    { title: 'an unknown token', path: '/plants?limit=20', token: `${everything}x`, status: 401 },
    ...Object.entries(strangers).map(([title, token]) => ({
      title,
      path: '/plants?limit=20',
      token,
      status: 401,
    })),
  ]
}

function listProbe(title: string, token: string, query: string, plants: number): Probe {
  return { title, path: `/plants${query}`, token, status: 200, plants }
}

async function compare(runners: readonly Runner[], probe: Probe): Promise<void> {
  const [first, ...others] = await Promise.all(runners.map((runner) => ask(runner, probe)))
  if (first === undefined) return
  const count = probe.plants === undefined ? undefined : countPlants(first.body)
  if (count !== probe.plants) {
    throw fault(first.name, probe, `lists ${count} plants instead of ${probe.plants}`)
  }
  for (const other of others) {
    if (probe.plants !== undefined && other.body !== first.body) {
      throw fault(other.name, probe, `answers another body than ${first.name}`)
    }
  }
}

interface Answer {
  readonly name: string
  readonly body: string
}

async function ask({ contender, program }: Runner, probe: Probe): Promise<Answer> {
  const headers = probe.token === undefined ? {} : { authorization: `Bearer ${probe.token}` }
  const response = await fetch(program.url + probe.path, { headers })
  const body = await response.text()
  if (response.status === probe.status) return { name: contender.name, body }
  throw fault(contender.name, probe, `answers ${response.status} instead of ${probe.status}`)
}

function countPlants(body: string): number {
  const list: unknown = JSON.parse(body)
  return Array.isArray(list) ? list.length : -1
}

function fault(name: string, { title, path }: Probe, what: string): BenchFailure {
  return new BenchFailure(`${name} ${what} to ${title} at ${path}: the figures would not be comparable.`)
}
