/** Contenders that don't do the same job get no figures. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { serveOn, temporaryDirectory } from '@plant-store/testkit'
import { BenchError } from '../src/bench-error.ts'
import { compareAnswers } from '../src/compare-answers.ts'
import { type Contender, listContenders, type RunningContender, startContender } from '../src/contenders.ts'
import { startLoadGenerator } from '../src/load/load-generator.ts'
import { list } from '../src/load/loads.ts'
import { runLoad } from '../src/measure/run-load.ts'
import { findCores } from '../src/processes/cores.ts'
import { currentVersion } from '../src/versions/version.ts'
import { findWorld, type World } from '../src/world/find-world.ts'

const size = { engine: 'sqlite', plants: 1500, users: 20, plantsPerUser: 50 } as const
const cores = findCores()
const held = new AsyncDisposableStack()
let world: World
let honest: RunningContender[]

before(async () => {
  const directory = held.use(await temporaryDirectory())
  const version = await currentVersion()
  const options = { directory: directory.path, rebuild: false, onProgress: () => {} }
  world = await findWorld({ name: 'current', version }, size, options)
  const contenders = listContenders({ version, world }, undefined)
  honest = await Promise.all(contenders.map((contender) => startContender(contender, cores)))
  for (const { program } of honest) held.use(program)
})
after(() => held.disposeAsync())

/** A flaw that a proxy adds between an honest contender and its client. */
interface Flaw {
  readonly request?: (path: string, token: string) => readonly [path: string, token: string]
  readonly response?: (body: string) => string
}

const flaws: Readonly<Record<string, Flaw>> = {
  'a body with an extra space': { response: (body) => body.replace(',', ', ') },
  'the plants of somebody else': {
    request: (path, token) => [path, token === world.tokens[1] ? (world.tokens[2] ?? '') : token],
  },
  'one plant too many': { request: (path, token) => [path.replace('limit=20', 'limit=21'), token] },
  'a list without a token': { request: (path, token) => [path, token === '' ? world.everything : token] },
  'a list for a revoked token': {
    request: (path, token) => [path, token === world.revokedToken ? world.everything : token],
  },
  'a list for an expired token': {
    request: (path, token) => [path, token === world.expiredToken ? world.everything : token],
  },
  'a list for a limit that is not a canonical decimal': {
    request: (path, token) => [path.replace('limit=007', 'limit=7'), token],
  },
}

test('contenders that do the same job pass', async () => {
  await compareAnswers(honest, size)
})

for (const [title, flaw] of Object.entries(flaws)) {
  test(`a contender that sends ${title} makes the benchmark fail`, async () => {
    await using dishonest = await startDishonest(flaw)
    await assert.rejects(compareAnswers([...honest, dishonest.running], size), (error) => {
      assert.ok(error instanceof BenchError)
      assert.match(error.message, /^Koa .*: the figures would not be comparable\.$/)
      return true
    })
  })
}

test('an answer with another status makes the benchmark fail', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 500
    response.end()
  })
  await using failing = await listenAsKoa(server)
  await using generator = startLoadGenerator(cores)
  const { url } = failing.running.program
  const job = { url, connections: 2, requests: [list('any', '/plants')] }
  const error = /requests to Koa failed/
  await assert.rejects(
    runLoad(generator, { ...job, seconds: 0.01, perSecond: 100, waitSeconds: 60 }, failing.running, 'some'),
    error,
  )
})

/** Passes requests on to an honest contender, with one flaw. */
function startDishonest(flaw: Flaw): ReturnType<typeof listenAsKoa> {
  const { request = (path, token) => [path, token], response = (body) => body } = flaw
  const target = honest.find(({ contender }) => contender.name === 'Koa')?.program.url ?? ''
  const forward = async ({ url = '', headers }: IncomingMessage): Promise<readonly [number, string]> => {
    const [path, token] = request(url, headers.authorization?.slice('Bearer '.length) ?? '')
    const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(target + path, { headers: authorization })
    return [answer.status, response(await answer.text())]
  }
  return listenAsKoa(
    createServer((incoming, outgoing) => {
      void (async () => {
        const [status, body] = await forward(incoming)
        outgoing.writeHead(status).end(body)
      })()
    }),
  )
}

async function listenAsKoa(
  server: Server,
): Promise<AsyncDisposable & { readonly running: RunningContender }> {
  const served = await serveOn(server)
  const { contender } = honest.find((one) => one.contender.name === 'Koa') as { contender: Contender }
  const close = async (): Promise<void> => {
    await served[Symbol.asyncDispose]()
  }
  const program = {
    pid: process.pid,
    url: served.url,
    end: () => Promise.resolve(0),
    [Symbol.asyncDispose]: close,
  }
  return { running: { contender, program }, [Symbol.asyncDispose]: close }
}
