/**
 * Every promise of a store holds behind PgBouncer with transaction pooling: no two transactions share a connection. Only
 * this finds what outlives its transaction: a setting, a temporary table or a lock of a session.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ordinaryUser, postgresServer, socketsDirectory } from '@plant-store/test-postgres'
import { backup, restore } from '../../src/index.ts'
import { describeStore } from '../describe-store.ts'
import { contentOf, makeWorld } from '../full-world.ts'
import { temporaryPath } from '../sqlite/temporary.ts'
import { readRaw } from './databases.ts'
import { openWorldOver } from '../databases.ts'

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0

if (isInstalled) {
  const way = await startPgBouncer(2)
  describeStore('a store over PostgreSQL behind PgBouncer', openWorldOver('PostgreSQL', way))
  void it('backup and restore need one connection, and leave it as it was', async () => {
    const { database: filled } = await makeWorld('PostgreSQL')
    const database = (await startPgBouncer(1))(filled)
    const content = await contentOf(filled)
    const from = temporaryPath('backup.db')
    await backup({ database, to: from })
    await restore({ database, from })
    assert.deepEqual((await contentOf(filled))['plants'], content['plants'])
    const settings = await readRaw(
      database,
      "select current_setting('search_path') as path, current_setting('row_security') as rows",
    )
    assert.deepEqual(settings, [{ path: '"$user", public', rows: 'on' }])
  })
} else {
  void describe('a store over PostgreSQL behind PgBouncer', () => {
    it('keeps every promise', (t) =>
      t.skip('pgbouncer is not installed (on Debian and Ubuntu: apt-get install pgbouncer)'))
  })
}

/** With fewer connections than stores, these must share. Resolves to a function that leads a URL through PgBouncer. */
async function startPgBouncer(connections: number): Promise<(url: string) => string> {
  const { socket } = await postgresServer()
  const directory = mkdtempSync(join(socketsDirectory(), 'plant-store-pgbouncer-'))
  const runAs = ordinaryUser()
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(directory, runAs.uid, runAs.gid)
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${socket} user=postgres
[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = ${directory}
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
query_wait_timeout = 10
server_idle_timeout = 1
`,
  )
  const child = spawn('pgbouncer', [file], { ...runAs, stdio: ['ignore', 'ignore', 'pipe'] })
  const killLeftover = (): boolean => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    process.off('exit', killLeftover)
    rmSync(directory, { recursive: true, force: true })
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('process up')) resolve()
    })
    child.once('exit', () => reject(new Error(`pgbouncer did not start: ${said}`)))
  })
  return (url) => url.replace(/host=.*/, `host=${encodeURIComponent(directory)}`)
}
