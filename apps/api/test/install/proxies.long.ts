/**
 * Real proxies with the configurations of `deploy/proxy`. Only this finds one that spoils a response, hides who asked, or
 * fails a request while the services behind it are restarted.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import {
  largeWorldPlant,
  makeLargeWorld,
  type Service,
  startService,
  temporaryDirectory,
} from '@plant-store/testkit'
import { caddy, freePort, haproxy, nginx, type RunningProxy, startProxy, type Upstream } from './proxies.ts'

/** Enough requests to see the rate limit. */
const many = 100

for (const proxy of [nginx, haproxy, caddy]) {
  describe(proxy.program, { skip: proxy.missing }, () => {
    it('passes on what the service answers, and who asked', async () => {
      await using directory = await temporaryDirectory()
      // Longer than a page, so it is streamed.
      const { database, count, token } = await makeLargeWorld(directory.path, 3000)
      const plants = Array.from({ length: count }, (_, at) => largeWorldPlant(at))
      await using service = await startService({
        settings: { database, trustedProxies: 'loopback', drainDelayMs: 0 },
      })
      await using running = await startProxy(proxy, [service])
      const whole = await running.get('/plants', token)
      assert.deepEqual([whole.status, JSON.parse(whole.body)], [200, plants])
      assert.equal((await running.get('/plants?limit=1', token)).body, '[{"name":"Plant 0"}]')
      assert.match((await running.get('/plants')).body, /"error":40101/)
      assert.match((await running.get(`/${'x'.repeat(9000)}`)).body, /"error":41401/)
      const { clientAddress } = await service.waitForLog(({ user }) => user !== undefined)
      assert.equal(clientAddress, '127.0.0.2')
      if (proxy !== caddy) {
        const responses = await Promise.all(
          Array.from({ length: many }, () => running.get('/plants?limit=1', token)),
        )
        assert.ok(responses.some(({ status }) => status === 429))
        assert.ok(responses.some(({ status }) => status === 200))
      }
    })
  })
}

for (const proxy of [nginx, haproxy]) {
  describe(`two services behind ${proxy.program}`, { skip: proxy.missing }, () => {
    it('are restarted one after the other under load, and no request fails', async () => {
      await using directory = await temporaryDirectory()
      const { database, token } = await makeLargeWorld(directory.path, 3000)
      const upstreams = [await choosePorts(), await choosePorts()]
      const start = (at: number): Promise<Service> =>
        // One service with two workers, and one with one process.
        startService({ settings: { database, workers: 2 - at, ...upstreams[at] } })
      const services = await Promise.all([start(0), start(1)])
      try {
        await using running = await startProxy(proxy, upstreams, withoutRateLimit)
        await using load = startLoad(running, token)
        await load.more()
        for (const at of services.keys()) {
          assert.equal((await services[at]?.stop())?.code, 0)
          await load.more()
          const started = await start(at)
          services[at] = started
          // Waits until the proxy sends it requests again, because the other service is stopped next.
          await started.waitForLog(({ user }) => user !== undefined)
          await load.more()
        }
        assert.deepEqual(await load.end(), [])
      } finally {
        await Promise.all(services.map((service) => service.stop()))
      }
    })
  })
}

async function choosePorts(): Promise<Upstream> {
  return { port: await freePort(), operatorPort: await freePort() }
}

/** Here all requests come from one address. */
async function withoutRateLimit(directory: string): Promise<void> {
  for (const file of ['site.conf', 'haproxy.cfg']) {
    const path = join(directory, file)
    const text = await readFile(path, 'utf8').catch(() => '')
    const edited = text.replace('rate=20r/s', 'rate=100000r/s').replace('gt 60 }', 'gt 1000000 }')
    if (text !== '') await writeFile(path, edited)
  }
}

interface Load extends AsyncDisposable {
  /** Resolves when five more requests per client have been answered. */
  more(): Promise<void>
  /** Ends the load. Resolves to the responses that were wrong. */
  end(): Promise<readonly string[]>
}

/** Clients that send one request after another: for short and streamed lists, on kept and on new connections. */
function startLoad(proxy: RunningProxy, token: string): Load {
  const wrong: string[] = []
  const heard = new EventTarget()
  const ending = new AbortController()
  const client = async (path: string, agent: Agent | false): Promise<void> => {
    while (!ending.signal.aborted) {
      const response = await proxy.get(path, token, agent).catch((error: unknown) => {
        return { status: String(error), body: '' }
      })
      if (response.status !== 200 || !response.body.endsWith(']')) wrong.push(`${path} ${response.status}`)
      heard.dispatchEvent(new Event('answer'))
      // All clients together send a request every 10 ms, which leaves the machine free for other work.
      await setTimeout(80)
    }
    if (agent !== false) agent.destroy()
  }
  const kept = Array.from({ length: 6 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const clients = [
    ...kept.map((agent, at) => client(at === 0 ? '/plants' : '/plants?limit=20', agent)),
    ...[1, 2].map(() => client('/plants?limit=20', false)),
  ]
  const end = async (): Promise<readonly string[]> => {
    ending.abort()
    await Promise.all(clients)
    return wrong
  }
  return {
    more: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      let left = 5 * clients.length
      const count = (): void => {
        left -= 1
        if (left > 0) return
        heard.removeEventListener('answer', count)
        resolve()
      }
      heard.addEventListener('answer', count)
      return promise
    },
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  }
}
