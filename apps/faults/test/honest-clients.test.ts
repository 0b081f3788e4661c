/** What honest clients find wrong with services that are wrong on purpose. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { serveOn } from '@plant-store/testkit'
import { AccessHistory } from '../src/access/access-history.ts'
import type { FaultWorld } from '../src/access/world.ts'
import type { Outcome } from '../src/clients/exchange.ts'
import { HonestClients } from '../src/clients/honest-clients.ts'

const plants = [{ name: 'Oak' }]

/** Every caller sees the one plant, except the one with the token `revoked`. */
function makeWorld(): FaultWorld {
  const caller = (token: string) => ({ token, history: new AccessHistory(plants) })
  const reader = {
    ...caller('reader'),
    user: 'reader',
    granted: new Set([0]),
    isMember: false,
    isDisabled: false,
  }
  return {
    database: '',
    plants,
    readers: [reader],
    visitor: { ...caller('visitor'), sees: plants, lifeMs: 1000 },
    revoked: { token: 'revoked', history: new AccessHistory('refused') },
    longListTokens: [],
  }
}

const respond: RequestListener = ({ headers }, response) => {
  if (headers.authorization === 'Bearer revoked') response.writeHead(401).end('{"error":40102}')
  else if (headers['if-none-match'] === '"a"') response.writeHead(304).end()
  else response.writeHead(200, { ETag: '"a"' }).end(JSON.stringify(plants))
}

/** Returns what clients of the service report after some responses. `change` is called after the first of them. */
async function watch(
  listener: RequestListener,
  change: (world: FaultWorld) => void = () => {},
  alwaysMayShow?: readonly Outcome[],
): Promise<Pick<HonestClients, 'wrong' | 'unexplained'>> {
  await using server = await serveOn(createServer(listener))
  const world = makeWorld()
  const clients = new HonestClients(server.port, world, alwaysMayShow)
  await clients.untilRequests(8)
  change(world)
  await clients.untilRequests(16)
  await clients[Symbol.asyncDispose]()
  return clients
}

describe('honest clients', () => {
  test('report nothing about a service that is right', async () => {
    const { wrong, unexplained } = await watch(respond)
    assert.deepEqual([wrong, unexplained], [[], []])
  })

  test('report a list that is older than a revocation, even if it comes as 304', async () => {
    const { wrong } = await watch(respond, ({ readers: [reader] }) => {
      reader?.history.begin([], performance.now())
      reader?.history.acknowledge(performance.now())
    })
    assert.match(wrong[0] ?? '', /a plant that is not the caller's: Oak/)
  })

  test('report failures that nothing explains, and a 503 that does not say when to try again', async () => {
    const { unexplained } = await watch((_, response) => response.writeHead(503).end('{"error":50301}'))
    assert.equal(unexplained[0], '503 without Retry-After')
    const broken = await watch((request) => request.socket.destroy())
    assert.equal(broken.unexplained[0], 'broken')
  })

  test('report any 503 unless the machine explains it', async () => {
    const busy: RequestListener = (_, response) => response.writeHead(503, { 'Retry-After': '1' }).end('{}')
    assert.equal((await watch(busy)).unexplained[0], '503')
    assert.deepEqual((await watch(busy, () => {}, ['503'])).unexplained, [])
  })
})
