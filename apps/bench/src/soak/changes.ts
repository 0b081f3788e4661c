/** Makes an operator's changes while the service runs, and checks that they take effect at once. */
import { setTimeout } from 'node:timers/promises'
import { openStore, type Store } from '@plant-store/store'
import { type Asked, type Plan, send } from './clients.ts'

/** Changes that go on in the background. */
interface Changes {
  /** Ends them. Resolves to the number of changes, and to what was wrong after any of them. */
  end(): Promise<{ readonly changes: number; readonly failures: readonly string[] }>
}

/** Mixed requests, while plants are granted and tokens revoked. */
export async function planChanges(database: string, token: string, perSecond: number): Promise<Plan> {
  const store = await openStore({ database })
  await store.addUser('bo')
  let changes: Changes | undefined
  return {
    perSecond,
    someNew: true,
    begin: async (url) => {
      const requests = await mixRequests(url, token)
      changes = startChanges(store, url, 'bo')
      return requests
    },
    end: async () => (await changes?.end()) ?? { changes: 0, failures: [] },
    stop: async () => {
      await changes?.end()
      await store.close()
    },
  }
}

const pauseMs = 200
/** Each check opens this many new connections, so that with several workers each worker gets some. */
const connections = 4

/**
 * Grants plants to a user and revokes the grants; creates tokens and revokes them. The next answer to a revoked token
 * must refuse it, whichever worker sends it.
 */
function startChanges(store: Store, url: string, user: string): Changes {
  const failures: string[] = []
  const ending = new AbortController()
  let changes = 0
  const expect = async (secret: string, status: number): Promise<void> => {
    const asked = { path: '/plants?limit=20', headers: { Authorization: `Bearer ${secret}` }, status }
    const problems = await Promise.all(Array.from({ length: connections }, () => send(url, undefined, asked)))
    failures.push(...problems.filter((problem) => problem !== undefined))
  }
  const run = async (): Promise<void> => {
    for (let round = 1; !ending.signal.aborted; round += 1) {
      const { secret, token } = await store.createToken(user, `soak ${round}`)
      await store.grant({ user }, { name: `Plant ${round % 500}` })
      await expect(secret, 200)
      await store.revoke({ user }, { all: true })
      await store.revokeToken(token.id)
      await expect(secret, 401)
      changes += 4
      await setTimeout(pauseMs)
    }
  }
  const running = run().catch((error: unknown) => {
    failures.push(`a change: ${String(error)}`)
  })
  return {
    end: async () => {
      ending.abort()
      await running
      return { changes, failures }
    },
  }
}

/** Short lists, long streamed lists, lists that the client has already, and requests that are refused. */
async function mixRequests(url: string, token: string): Promise<readonly Asked[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const first = await fetch(`${url}/plants?limit=20`, { headers })
  await first.arrayBuffer()
  const tag = first.headers.get('etag') ?? ''
  const lists = [1, 5, 20, 20, 50, 100, 200, 20].map((limit) => ({
    path: `/plants?limit=${limit}`,
    headers,
    status: 200,
  }))
  return [
    ...lists,
    { path: '/plants', headers, status: 200 },
    { path: '/plants?limit=20', headers: { ...headers, 'If-None-Match': tag }, status: 304 },
    { path: '/plants?limit=x', headers, status: 400 },
    { path: '/plants?limit=20', headers: { Authorization: 'Bearer nobody' }, status: 401 },
    { path: '/elsewhere', headers, status: 404 },
  ]
}
