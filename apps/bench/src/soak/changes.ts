/** Makes an operator's changes while the service runs, and checks that they take effect at once. */
import { setTimeout } from 'node:timers/promises'
import type { Store } from '@plant-store/store'
import { send } from './clients.ts'

/** Changes that go on in the background. */
export interface Changes {
  /** Ends them. Resolves to the number of changes, and to what was wrong after any of them. */
  end(): Promise<{ readonly changes: number; readonly failures: readonly string[] }>
}

const pauseMs = 200
/** Each check opens this many new connections, so that with several workers each worker gets some. */
const connections = 4

/**
 * Grants plants to a user and revokes the grants; creates tokens and revokes them. The next answer to a revoked token
 * must refuse it, whichever worker sends it.
 */
export function startChanges(store: Store, url: string, user: string): Changes {
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
