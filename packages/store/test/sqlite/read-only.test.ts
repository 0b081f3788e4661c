/** In a read-only directory, an existing database can be read, or a message says what to do. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../../src/index.ts'
import { addPlants } from '../promises/world.ts'
import { programArguments } from './run-program.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

const nobody = 65_534

/** A closed database with one plant, in a directory that `read` may not write to. */
async function makeReadOnly(): Promise<string> {
  const database = temporaryDatabase()
  const store = await openStore({ database })
  await addPlants(store, 'Rose')
  await store.close()
  chmodSync(database, 0o644)
  chmodSync(dirname(dirname(database)), 0o755)
  chmodSync(dirname(database), 0o555)
  return database
}

/** A link in a directory of its own that `read` may not write to. */
function linkTo(database: string): string {
  const link = temporaryPath('link.db')
  symlinkSync(database, link)
  chmodSync(dirname(link), 0o555)
  return link
}

const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** Neither the sources nor the temporary files may lie where an unprivileged process can't enter. */
function mayRead(): boolean {
  const temporary = dirname(dirname(temporaryPath('any.db')))
  try {
    chmodSync(temporary, 0o755)
    for (const path of [...programArguments('read').slice(0, 1), temporary])
      execFileSync('test', ['-r', path], identity)
    return true
  } catch {
    return false
  }
}

const skip = mayRead() ? false : 'an unprivileged process may not read the sources or the temporary files'

/** What an unprivileged process reads, or its error. */
function read(database: string): unknown {
  return JSON.parse(
    execFileSync(process.execPath, programArguments('read', database), { ...identity, encoding: 'utf8' }),
  )
}

describe('a database in a read-only directory', () => {
  it('is read as it stands when nobody uses it', { skip }, async () => {
    const database = await makeReadOnly()
    assert.deepEqual(read(database), { plants: ['Rose'], findings: [] })
    assert.deepEqual(readdirSync(dirname(database)), ['plants.db'])
  })

  for (const [when, isLink, isInUse] of [
    ['nobody used it before', false, false],
    ['others use it, and its name is a link', true, true],
    ['its name is a link', true, false],
  ] as const) {
    it(`refuses what somebody revokes if ${when}`, { skip }, async (test) => {
      const database = await makeReadOnly()
      chmodSync(dirname(database), 0o755)
      const store = await openStore({ database })
      await store.addUser('ada')
      const { secret, token } = await store.createToken('ada', 'laptop')
      if (!isInUse) await store.close()
      chmodSync(dirname(database), 0o555)
      const name = isLink ? linkTo(database) : database
      const child = spawn(process.execPath, programArguments('waitForChange', name, secret), {
        ...identity,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      test.after(() => child.kill())
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      assert.equal((await lines.next()).value, 'accepted')
      chmodSync(dirname(database), 0o755)
      const writer = isInUse ? store : await openStore({ database })
      await writer.revokeToken(token.id)
      if (!isInUse) await writer.close()
      child.stdin.write('\n')
      assert.deepEqual([(await lines.next()).value, (await lines.next()).value], ['revoked', 'undefined'])
      const seen = (await lines.next()).value
      if (isInUse) assert.equal(seen, '0')
      else assert.match(String(seen), /was changed since it was opened/)
      if (isInUse) await store.close()
    })
  }

  it('is read with the latest changes if somebody uses it', { skip }, async () => {
    const database = await makeReadOnly()
    chmodSync(dirname(database), 0o755)
    const store = await openStore({ database })
    await addPlants(store, 'Oak')
    chmodSync(dirname(database), 0o555)
    assert.deepEqual(read(database), { plants: ['Rose', 'Oak'], findings: [] })
    await store.close()
  })

  it(
    'is refused with a message if its last changes are in a log that can not be read',
    { skip },
    async () => {
      const database = await makeReadOnly()
      chmodSync(dirname(database), 0o755)
      const writer = new DatabaseSync(database)
      writer.exec("insert into plant (name) values ('Oak')")
      copyFileSync(`${database}-wal`, `${database}-kept`)
      writer.close()
      copyFileSync(`${database}-kept`, `${database}-wal`)
      chmodSync(dirname(database), 0o555)
      assert.deepEqual(read(database), {
        code: 'unreadable',
        message: `${database} has changes in ${database}-wal, which can't be read in a directory that may not be written to. Run this as a user who may, or on a copy of both files.`,
      })
    },
  )
})
