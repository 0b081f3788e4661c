/** A list that arrives whole is the list of one moment; a reader who loses access stops reading within a page. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Service, startService, temporaryDirectory } from '@plant-store/testkit'
import { ChangingWorld, listOf, plant, type Reader } from './storm/changing-world.ts'
import { assertBroken, assertOneMoment, beginList } from './storm/read-list.ts'

/** Pages that may be sent although the change is known: one was read before it, one waits to be sent, one is spare. */
const pagesInHand = 3
const pageBytes = 1000 * listOf([plant(10_000)]).length

describe('while a list is read', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let world: ChangingWorld
  let service: Service
  let users = 0

  before(async () => {
    directory = await temporaryDirectory()
    world = await ChangingWorld.make(directory.path)
    // However long the changes take, the reader who waits for them must not be cut off for it.
    service = await startService({ settings: { database: world.database, stallTimeoutMs: 600_000 } })
  })
  after(async () => {
    await service.stop()
    await world[Symbol.asyncDispose]()
    await directory.remove()
  })

  const newReader = (): Promise<Reader> => {
    users += 1
    return world.addReader(`reader ${users}`)
  }

  const begin = (reader: Reader, more: { version?: '1.0' | '1.1'; target?: string } = {}) =>
    beginList({ port: service.port, token: reader.token, id: `list-${reader.tokenId}`, ...more })

  /** The list breaks off within a few pages of the change, and nobody could take it for a whole one. */
  const breaks = async (
    reader: Reader,
    change: () => Promise<unknown>,
    more: { version?: '1.0' | '1.1'; target?: string } = {},
  ): Promise<void> => {
    using reading = await begin(reader, more)
    await change()
    const sent = await reading.sent()
    const { isWhole, text } = await reading.finish()
    assertBroken({ isWhole, text }, more.version)
    const pages = (reading.connection.socket.bytesRead - sent) / pageBytes
    assert.ok(pages <= pagesInHand, `${pages.toFixed(1)} pages were sent after the change`)
    const record = await service.waitForLog(({ requestId }) => requestId === `list-${reader.tokenId}`)
    assert.equal(record['outcome'], 'aborted')
  }

  const store = (): ChangingWorld['store'] => world.store
  for (const [what, change, more] of [
    ['a token that is revoked', ({ tokenId }) => store().revokeToken(tokenId), {}],
    [
      'a token that is revoked, with a limit',
      ({ tokenId }) => store().revokeToken(tokenId),
      { target: '/plants?limit=8000' },
    ],
    [
      'a token that is revoked, in HTTP/1.0',
      ({ tokenId }) => store().revokeToken(tokenId),
      { version: '1.0' },
    ],
    ['a token that is replaced at once', ({ tokenId }) => store().rotateToken(tokenId, 0), {}],
    ['a user who is disabled', ({ user }) => store().disableUser(user), {}],
    ['a user who is removed', ({ user }) => store().removeUser(user), {}],
  ] as readonly (readonly [string, (reader: Reader) => Promise<unknown>, Parameters<typeof begin>[1]])[]) {
    test(`${what} breaks it`, async () => {
      const reader = await newReader()
      await breaks(reader, () => change(reader), more)
      const id = `after-${reader.tokenId}`
      const headers = { Authorization: `Bearer ${reader.token}`, 'X-Request-Id': id }
      assert.equal((await fetch(`${service.url}/plants?limit=1`, { headers })).status, 401)
    })
  }

  test('a token that expires breaks it', async () => {
    const { user } = await newReader()
    // The token's life is short, but reading must begin before it expires, on however busy a machine.
    for (let lifeMs = 1000; ; lifeMs *= 4) {
      const reader = await world.addToken(user, lifeMs)
      const expiry = Date.now() + lifeMs
      const headers = { Authorization: `Bearer ${reader.token}` }
      using reading = await begin(reader)
      if (Date.now() > expiry - lifeMs / 2) continue
      await delay(expiry + 50 - Date.now())
      assert.equal((await fetch(`${service.url}/plants?limit=1`, { headers })).status, 401)
      const sent = await reading.sent()
      assertBroken(await reading.finish())
      const pages = (reading.connection.socket.bytesRead - sent) / pageBytes
      assert.ok(pages <= pagesInHand, `${pages.toFixed(1)} pages were sent after the expiry`)
      return
    }
  })

  /** The list is the list of one moment, or is broken off. */
  const ofOneMoment = async (
    reader: Reader,
    change: () => Promise<unknown>,
    now: () => string,
    version: '1.0' | '1.1' = '1.1',
  ): Promise<void> => {
    const states = [now()]
    using reading = await begin(reader, { version })
    await change()
    states.push(now())
    assertOneMoment(await reading.finish(), states, version)
  }
  /** The plants of the world without those of some tags. */
  const without = (...tags: readonly string[]): string =>
    listOf(world.plants.filter(({ tag }) => !tags.includes(tag)))

  for (const version of ['1.1', '1.0'] as const) {
    for (const tags of [['tag 2', 'tag 5'], Array.from({ length: 7 }, (_, index) => `tag ${index}`)]) {
      test(`${tags.length} tags that are revoked never give a shorter list that looks whole (HTTP/${version})`, async () => {
        const reader = await newReader()
        let revoked: readonly string[] = []
        const change = async (): Promise<void> => {
          revoked = tags
          for (const tag of tags) await world.store.revoke({ user: reader.user }, { tag })
        }
        await ofOneMoment(reader, change, () => without(...revoked), version)
      })
    }
  }

  test('plants that are added or granted are never partly in it', async () => {
    const reader = await newReader()
    await world.store.revoke({ user: reader.user }, { tag: 'tag 4' })
    let lacks = ['tag 4']
    const change = async (): Promise<void> => {
      await world.write(Array.from({ length: 3 }, (_, index) => plant(100_000 + index)))
      await world.store.grant({ user: reader.user }, { all: true })
      lacks = []
    }
    await ofOneMoment(reader, change, () => without(...lacks))
  })

  test('successive changes, while it is read without a pause, give the list after one of them', async () => {
    const reader = await newReader()
    for (let time = 0; time < 3; time += 1) {
      const states = [without()]
      using reading = await begin(reader)
      const end = reading.finish()
      for (let turn = 0; turn < 20 && reading.connection.state === 'open'; turn += 1) {
        await world.write([plant((turn * 7919 + time) % 9000, `Turn ${time}.${turn}`)])
        states.push(without())
      }
      assertOneMoment(await end, states)
    }
  })

  test("somebody else's changes leave it whole", async () => {
    const reader = await newReader()
    const other = await newReader()
    const second = await world.addToken(reader.user)
    const due = without()
    using reading = await begin(reader)
    const change = async (): Promise<void> => {
      await world.store.revoke({ user: other.user }, { tag: 'tag 1' })
      await world.store.grant({ user: other.user }, { tag: 'tag 1' })
      await world.store.revokeToken((await world.addToken(other.user)).tokenId)
    }
    await change()
    await world.store.revokeToken(second.tokenId)
    const end = reading.finish()
    await change()
    await world.store.removeUser(other.user)
    const { isWhole, text } = await end
    assert.ok(isWhole, 'the list is broken off')
    assert.ok(text === due, 'the list is not the one that is due')
  })
})
