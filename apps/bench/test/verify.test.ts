/** Figures of contenders that don't do the same job are refused. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { BenchFailure } from '../src/bench-failure.ts'
import { type Contender, contenders, type Runner, startContender } from '../src/contenders.ts'
import { findCores } from '../src/cores.ts'
import { startLoadGenerator } from '../src/load.ts'
import { measureThroughput } from '../src/measure-throughput.ts'
import { verifyContenders } from '../src/verify.ts'
import { findWorld, type World } from '../src/world.ts'
import { startWriter } from '../src/writer.ts'

const size = { plants: 1000, users: 20, plantsPerUser: 50 }
const plan = { ...size, rounds: 1, seconds: 0.1, connections: 2 }
const cores = findCores()
const held = new AsyncDisposableStack()
let world: World
let honest: Runner[]

before(async () => {
  const directory = held.use(await temporaryDirectory())
  world = await findWorld(size, { directory: directory.path, rebuild: false, tell: () => {} })
  honest = await Promise.all(contenders.map((one) => startContender(one, world.database, cores)))
  for (const { program } of honest) held.use(program)
})
after(() => held.disposeAsync())

/** What a contender may get wrong on its way between an honest one and its client. */
interface Flaw {
  readonly request?: (path: string, token: string) => readonly [path: string, token: string]
  readonly response?: (body: string) => string
}

const flaws: Readonly<Record<string, Flaw>> = {
  'one space more in a body': { response: (body) => body.replace(',', ', ') },
  'the plants of somebody else': {
    request: (path, token) => [path, token === world.tokens[1] ? (world.tokens[2] ?? '') : token],
  },
  'one plant too many': { request: (path, token) => [path.replace('limit=20', 'limit=21'), token] },
  'a list to nobody': { request: (path, token) => [path, token === '' ? world.everything : token] },
  'a list for a revoked token': {
    request: (path, token) => [path, token === world.revokedToken ? world.everything : token],
  },
  'a list for an expired token': {
    request: (path, token) => [path, token === world.expiredToken ? world.everything : token],
  },
  'a limit that is no canonical decimal': {
    request: (path, token) => [path.replace('limit=007', 'limit=7'), token],
  },
}

test('contenders that do the same job pass', async () => {
  await verifyContenders(honest, { ...world, ...size })
})

for (const [title, flaw] of Object.entries(flaws)) {
  test(`a contender that answers ${title} makes the benchmark fail`, async () => {
    await using dishonest = await startDishonest(flaw)
    await assert.rejects(
      verifyContenders([...honest, dishonest.runner], { ...world, ...size }),
      (failure) => {
        assert.ok(failure instanceof BenchFailure)
        assert.match(failure.message, /^Koa .*: the figures would not be comparable\.$/)
        return true
      },
    )
  })
}

test('one answer of another status makes the benchmark fail', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 500
    response.end()
  })
  await using failing = await asRunner(server)
  await using generator = startLoadGenerator(cores)
  await using writer = startWriter(cores)
  const requests = [{ path: '/plants', token: 'any' }]
  const load = { name: 'some load', share: 1, requests, changesPerSecond: 0 }
  const around = { database: world.database, generator, writer, tell: () => {} }
  await assert.rejects(measureThroughput(plan, [load], [failing.runner], around), /requests to Koa failed/)
})

/** Hands requests on to an honest contender, with one flaw. */
function startDishonest(flaw: Flaw): ReturnType<typeof asRunner> {
  const { request = (path, token) => [path, token], response = (body) => body } = flaw
  const target = honest.find(({ contender }) => contender.name === 'Koa')?.program.url ?? ''
  const forward = async ({ url = '', headers }: IncomingMessage): Promise<readonly [number, string]> => {
    const [path, token] = request(url, headers.authorization?.slice('Bearer '.length) ?? '')
    const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(target + path, { headers: authorization })
    return [answer.status, response(await answer.text())]
  }
  return asRunner(
    createServer((incoming, outgoing) => {
      void (async () => {
        const [status, body] = await forward(incoming)
        outgoing.writeHead(status).end(body)
      })()
    }),
  )
}

async function asRunner(server: Server): Promise<AsyncDisposable & { readonly runner: Runner }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const contender = contenders.find(({ name }) => name === 'Koa') as Contender
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
  const program = { pid: process.pid, url: `http://127.0.0.1:${port}`, operatorUrl: '' }
  return {
    runner: { contender, program: { ...program, [Symbol.asyncDispose]: close } },
    [Symbol.asyncDispose]: close,
  }
}
