/** Waiting for PostgreSQL: what hangs holds up nothing else, and no request waits longer than it may. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { copyDatabase } from '@plant-store/store'
import { type OwnServer, startServer } from '@plant-store/test-postgres'
import {
  eventually,
  makeLargeWorld,
  type Service,
  startService,
  temporaryDirectory,
} from '@plant-store/testkit'
import { beginList } from '../http/storm/read-list.ts'

const plants = 8000
const lists = 12
/** Lists that may have their next page from the same connection. */
const together = 4

describe('while PostgreSQL hangs', () => {
  let server: OwnServer
  let token: string

  before(async () => {
    server = await startServer()
    await server.query('create database plants')
    const directory = await temporaryDirectory()
    const { database, token: made } = await makeLargeWorld(directory.path, plants, 900)
    await copyDatabase({ from: database, to: server.url('plants') })
    await directory.remove()
    token = made
  })
  after(() => server[Symbol.asyncDispose]())

  const start = (databaseTimeoutMs: number, workers = 1): Promise<Service> => {
    const database = server.url('plants')
    return startService({ settings: { database, databaseTimeoutMs, workers, stallTimeoutMs: 600_000 } })
  }

  test('with one process, lists that wait for another one are sent', async () => {
    await using service = await start(60_000)
    const readings = await Promise.all(
      Array.from({ length: lists }, () => beginList({ port: service.port, token })),
    )
    // The connection that was used last, for a page of a long list, is the next to be used.
    const [{ pid } = {}] = await server.query(
      "select pid from pg_stat_activity where application_name = 'plant-store' order by state_change desc limit 1",
    )
    process.kill(Number(pid), 'SIGSTOP')
    const ends: boolean[] = []
    const all = readings.map(async (reading) => void ends.push((await reading.finish()).isWhole))
    try {
      const sent = await eventually(
        () => ends.length,
        (count) => count >= lists - together,
      )
      assert.ok(sent >= lists - together, `only ${sent} of ${lists} lists were sent`)
    } finally {
      process.kill(Number(pid), 'SIGCONT')
    }
    await Promise.all(all)
    for (const each of readings) each[Symbol.dispose]()
    assert.deepEqual(new Set(ends), new Set([true]))
  })

  const limitMs = 3000

  for (const table of ['token', 'plant_access']) {
    test(`because of a lock on ${table}, no request waits longer than the limit, and /readyz says so`, async () => {
      await using service = await start(limitMs)
      const isReady = async (): Promise<number> => (await fetch(`${service.operatorUrl}/readyz`)).status
      assert.equal(await isReady(), 200)
      const lock = await server.connect('plants')
      await lock.query(`begin; lock table ${table} in access exclusive mode`)
      const headers = { Authorization: `Bearer ${token}` }
      const answers: Promise<Response>[] = []
      // They arrive one after the other, so that most wait for the answers to others.
      for (let count = 0; count < 30; count += 1) {
        answers.push(fetch(`${service.url}/plants?limit=${count % 2 === 0 ? 1 : 500}`, { headers }))
        await delay(100)
      }
      assert.equal(await isReady(), 503)
      assert.deepEqual(new Set((await Promise.all(answers)).map(({ status }) => status)), new Set([503]))
      await lock.end()
      const waits = await eventually(
        () =>
          service.logs().flatMap(({ path, durationMs }) => (path === '/plants' ? [Number(durationMs)] : [])),
        ({ length }) => length === answers.length,
      )
      assert.equal(waits.length, answers.length)
      assert.ok(Math.max(...waits) < 1.6 * limitMs, `a request waited ${Math.max(...waits)} ms`)
      assert.equal(await eventually(isReady, (status) => status === 200), 200)
    })
  }

  test('/readyz says so before requests are given up, also of workers', async () => {
    await using service = await start(60_000, 2)
    const lock = await server.connect('plants')
    await lock.query('begin; lock table token in access exclusive mode')
    const ready = await fetch(`${service.operatorUrl}/readyz`)
    assert.deepEqual([ready.status, (await ready.text()).includes('has not answered for 4 s')], [503, true])
    await lock.end()
  })
})
