/**
 * A log that nobody reads. Only this finds a response or an end that waits for the reader of the log, memory that grows with
 * it, and lines that are lost and not counted; a full disk is one of `pnpm faults`.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connectRaw, makeWorld, smallWorld, temporaryDirectory, type World } from '@plant-store/testkit'
import { readMemoryMiB, readMetric } from './read-metric.ts'
import { makeLogPipe } from './storm/log-pipe.ts'

/** Requests per batch, each with a long line in the log. */
const batch = 1000
/** More than any buffer that a service may reasonably keep: some 64 MiB of log. */
const most = 160_000

describe('the log', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let world: World<'ana' | 'ben' | 'cleo'>

  before(async () => {
    directory = await temporaryDirectory()
    world = await makeWorld(directory.path, smallWorld)
  })
  after(() => directory.remove())

  // Shells and containers make pipes; process managers, and Node, make sockets.
  for (const kind of ['pipe', 'socket'] as const) {
    test(`on a ${kind} with a stalled reader: responses go on in bounded memory, lost lines are reported once`, async (context) => {
      await using service = await startStalled(world.database, kind)
      await askMany(service)
      const began = await readMemoryMiB(service.operatorUrl)
      let answered = batch + (await untilDropped(service))
      await askMany(service)
      answered += batch
      const grown = (await readMemoryMiB(service.operatorUrl)) - began
      assert.ok(grown < 128, `memory grew by ${grown} MiB`)
      const ended = once(service.reading, 'close')
      service.reading.resume()
      // Each request makes the service try to write again.
      for (; !service.lines.some((line) => isOfLoss(line)); answered += 1) await askOnce(service)
      await stop(service)
      await ended
      const records = service.lines.flatMap((line) => parse(line))
      const requests = records.filter(({ msg }) => msg === 'request').length
      const [lost = 0, ...again] = records
        .filter(({ msg }) => isOfLoss(msg))
        .map(({ lines }) => Number(lines))
      const torn = service.lines.length - records.length
      context.diagnostic(JSON.stringify({ answered, requests, lost, torn }))
      assert.deepEqual(again, [])
      // A write that fails midway may leave a partial line.
      assert.ok(torn <= 1, `${torn} lines can't be read`)
      assert.ok(requests + lost <= answered && requests + lost >= answered - torn)
    })

    test(`on a ${kind} with a stalled reader: SIGTERM is not delayed`, async () => {
      await using service = await startStalled(world.database, kind)
      await askMany(service)
      await stop(service)
    })

    test(`on a ${kind} whose reader is gone: responses go on, lost lines are counted`, async () => {
      await using service = await startStalled(world.database, kind)
      service.log.destroy()
      await untilDropped(service)
      await askMany(service)
      await stop(service)
    })
  }
})

interface Logged extends AsyncDisposable {
  readonly child: ChildProcess
  readonly port: number
  readonly operatorUrl: string
  readonly log: Readable
  readonly reading: Interface
  /** What has been read. */
  readonly lines: readonly string[]
}

/** The service, whose log is read until it listens, and no further. */
async function startStalled(database: string, kind: 'pipe' | 'socket'): Promise<Logged> {
  await using place = await temporaryDirectory()
  const pipe = kind === 'pipe' ? await makeLogPipe(place.path) : undefined
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const settings = ['--database', database, '--log-format', 'json', '--drain-delay-ms', '0']
  const argv = [main, 'serve', ...settings, '--port', '0', '--operator-port', '0']
  const child = spawn(process.execPath, argv, { stdio: ['ignore', pipe?.writer.fd ?? 'pipe', 'inherit'] })
  await pipe?.writer.close()
  const log = pipe?.reader.createReadStream() ?? child.stdout
  assert.ok(log)
  const lines: string[] = []
  const reading = createInterface({ input: log })
  const listening = Promise.withResolvers<Readonly<Record<string, unknown>>>()
  reading.on('line', (line) => {
    lines.push(line)
    for (const record of parse(line)) if (record['msg'] === 'listening') listening.resolve(record)
  })
  reading.once('close', () => listening.reject(new Error('the service ended before it listened')))
  const { url, operatorUrl } = await listening.promise
  reading.pause()
  return {
    child,
    port: Number(new URL(String(url)).port),
    operatorUrl: String(operatorUrl),
    log,
    reading,
    lines,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      log.destroy()
    },
  }
}

/** The line as an object, in a list; an empty list for a partial line. */
function parse(line: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return [JSON.parse(line) as Record<string, unknown>]
  } catch {
    return []
  }
}

const isOfLoss = (text: unknown): boolean => String(text).includes('log lines were dropped')

/** Asserts that the service ends soon after SIGTERM. */
async function stop({ child }: Logged): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })
  assert.equal(child.exitCode, 0)
}

/** Sends requests until lines are dropped; resolves to how many were answered. */
async function untilDropped(service: Logged): Promise<number> {
  const dropped = (): Promise<number> =>
    readMetric(service.operatorUrl, 'plant_store_log_lines_dropped_total')
  let answered = 0
  for (; answered < most && (await dropped()) === 0; answered += batch) await askMany(service)
  assert.ok((await dropped()) > 0, `no line was dropped by ${answered} requests`)
  return answered
}

const longLine = `GET /${'x'.repeat(190)} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${'y'.repeat(64)}\r\n\r\n`

/** Sends the requests of one batch on four connections. Rejects if one of them gets no response. */
async function askMany(service: Logged): Promise<void> {
  await Promise.all([1, 2, 3, 4].map(() => ask(service, batch / 4, 50)))
}

const askOnce = (service: Logged): Promise<void> => ask(service, 1, 1)

async function ask({ port }: Logged, count: number, together: number): Promise<void> {
  using connection = await connectRaw({ port })
  for (let sent = 0; sent < count; sent += together) {
    await connection.send(longLine.repeat(together))
    const responses = await connection.receive(together, 30_000)
    assert.deepEqual(
      responses.map(({ status }) => status),
      Array.from({ length: together }, () => 404),
    )
  }
}
