/** The service's answers over PostgreSQL are, to the octet, its answers over SQLite. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import { makeWorld, sendRaw, smallWorld, temporaryDirectory, type World } from '@plant-store/testkit'
import { createContexts } from '../requests/contexts.ts'

const directory = await temporaryDirectory()
const worlds = {
  postgres: await makeWorld(directory.path, smallWorld, (await createDatabase()).url),
  sqlite: await makeWorld(directory.path, smallWorld),
}
const services = { postgres: createContexts(worlds.postgres), sqlite: createContexts(worlds.sqlite) }
after(async () => {
  await services.postgres.stopAll()
  await services.sqlite.stopAll()
  await directory.remove()
})

/** The parts that differ from one moment and one database to the next. */
const own: ReadonlySet<string> = new Set(['date', 'etag', 'x-request-id'])

describe('the answers over SQLite and PostgreSQL', () => {
  for (const query of [
    '',
    '?limit=0',
    '?limit=1',
    '?limit=3',
    '?limit=100',
    '?limit=2147483647',
    '?limit=x',
  ]) {
    it(`are the same octets: ${query}`, async () => {
      assert.deepEqual(await answersOf('postgres', query), await answersOf('sqlite', query))
    })
  }
})

/** The answers to each token of a world, and to a token that nobody has. */
async function answersOf(engine: keyof typeof worlds, query: string): Promise<object[]> {
  const { users, strangerToken }: World = worlds[engine]
  const { port } = await services[engine].withSettings({})
  const tokens = Object.values(users).flatMap((user) => [user.token, user.expiredToken, user.revokedToken])
  return Promise.all([...tokens, strangerToken].map((token) => ask(port, query, token)))
}

async function ask(port: number, query: string, token: string): Promise<object> {
  const lines = [`GET /plants${query} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`]
  const { responses } = await sendRaw({ port, octets: `${lines.join('\r\n')}\r\n\r\n` })
  assert.equal(responses.length, 1)
  return responses.map(({ status, reason, version, body, fields }) => {
    const comparable = fields.map(([name, value]) => [name, own.has(name.toLowerCase()) ? '' : value])
    return { status, reason, version, body: body.toString(), headers: comparable }
  })
}
