/**
 * A log that nobody reads. Only this finds a response or an end that waits for the reader of the log, memory that grows with
 * it, and lines that are lost and not counted; a full disk is one of `pnpm faults`.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { connectRaw, makeWorld, smallWorld, temporaryDirectory, type World } from '@plant-store/testkit'
import { readMemoryMiB, readMetric } from './read-metric.ts'
import { checkAccount, takeAccount, tellsOfLoss } from './storm/log-account.ts'
import { makeLogPipe } from './storm/log-pipe.ts'
import { type LoggedService, startLogged } from './storm/logged-service.ts'

const dropped = (service: LoggedService): Promise<number> =>
  readMetric(service.operatorUrl, 'plant_store_log_lines_dropped_total')

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

  /** Sends requests until lines are dropped; resolves to how many were answered. */
  const untilDropped = async (service: LoggedService): Promise<number> => {
    let answered = 0
    const isOver = async (): Promise<boolean> => (await dropped(service)) > 0 || answered >= most
    for (; !(await isOver()); answered += batch) await askMany(service.port)
    assert.ok((await dropped(service)) > 0, `no line was dropped by ${answered} requests`)
    return answered
  }

  /** The service with a pipe for its log; `read` begins to read it, `leave` closes it. */
  const startPiped = async (): Promise<Piped> => {
    await using place = await temporaryDirectory()
    const { reader, writer } = await makeLogPipe(place.path)
    const service = await startLogged(world.database, writer.fd)
    await writer.close()
    return {
      service,
      read: () => reader.createReadStream(),
      leave: () => reader.close(),
      [Symbol.asyncDispose]: async () => {
        await service[Symbol.asyncDispose]()
        await reader.close()
      },
    }
  }
  /** The same with a socket, as process managers make them. */
  const startSocketed = async (): Promise<Piped> => {
    const service = await startLogged(world.database, 'pipe')
    const { stdout } = service.child
    assert.ok(stdout)
    return {
      service,
      read: () => stdout,
      leave: () => {
        stdout.destroy()
        return Promise.resolve()
      },
      [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
    }
  }

  for (const [name, start] of [
    ['pipe', startPiped],
    ['socket', startSocketed],
  ] as const) {
    test(`on a ${name} with a stalled reader: answers go on in bounded memory, lost lines are reported once`, async (context) => {
      await using piped = await start()
      const { service } = piped
      await askMany(service.port)
      const began = await readMemoryMiB(service.operatorUrl)
      let answered = batch + (await untilDropped(service))
      await askMany(service.port)
      answered += batch
      const grown = (await readMemoryMiB(service.operatorUrl)) - began
      assert.ok(grown < 128, `memory grew by ${grown} MiB`)
      const lines: string[] = []
      const reading = createInterface({ input: piped.read() }).on('line', (line) => lines.push(line))
      const ended = once(reading, 'close')
      answered += await untilTold(service, () => lines)
      assert.equal(await service.stop(20_000), 0)
      await ended
      checkAccount(context, takeAccount(lines), answered)
    })

    test(`on a ${name} with a stalled reader: SIGTERM is not delayed`, async () => {
      await using piped = await start()
      await askMany(piped.service.port)
      assert.equal(await piped.service.stop(20_000), 0)
    })

    test(`on a ${name} whose reader is gone: answers go on, lost lines are counted`, async () => {
      await using piped = await start()
      await piped.leave()
      await untilDropped(piped.service)
      await askMany(piped.service.port)
      assert.equal(await piped.service.stop(20_000), 0)
    })
  }
})

interface Piped extends AsyncDisposable {
  readonly service: LoggedService
  read(): NodeJS.ReadableStream
  leave(): Promise<void>
}

/** Asks until the log reports lost lines; resolves to how often it asked. Each request makes the service try again. */
async function untilTold(
  { port }: LoggedService,
  readLines: () => readonly string[] | Promise<readonly string[]>,
): Promise<number> {
  for (let asked = 0; asked < 20_000; asked += 1) {
    if (tellsOfLoss(await readLines())) return asked
    await ask(port)
  }
  return assert.fail('the log never reports lost lines')
}

const longLine = `GET /${'x'.repeat(190)} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${'y'.repeat(64)}\r\n\r\n`

/** Sends the requests of one batch on four connections. Rejects if one of them gets no answer. */
async function askMany(port: number): Promise<void> {
  const count = batch / 4
  const lane = async (): Promise<void> => {
    using connection = await connectRaw({ port })
    for (let sent = 0; sent < count; sent += 50) {
      await connection.send(longLine.repeat(50))
      const answers = await connection.receive(50, 30_000)
      const due = answers.filter(({ status }) => status === 404)
      assert.equal(due.length, 50, `answered: ${due.length} of 50`)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

async function ask(port: number): Promise<void> {
  using connection = await connectRaw({ port })
  await connection.send(longLine)
  const [answer] = await connection.receive(1, 30_000)
  assert.equal(answer?.status, 404)
}
