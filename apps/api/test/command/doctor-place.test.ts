/**
 * What `plant-store doctor` says where all is well, and of the place where it runs: little room, a log that grows, old
 * backups, others' tables.
 */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { startService } from '@plant-store/testkit'
import { examine, nobody } from './examine.ts'
import { makePlace, noMount } from './place.ts'
import { parseLines } from './run-here.ts'

describe('plant-store doctor', { concurrency: 3 }, () => {
  it('finds nothing wrong if nothing is, and then exits with 0', async () => {
    await using place = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    const { stdout: token } = await place.run('tokens', 'create', 'Mei', '--name', 'doctor')
    await mkdir(join(place.path, 'backups'))
    await place.run('backup', 'backups/plants.db')
    const { code, checks } = await examine(place, {
      PLANT_STORE_URL: service.url,
      PLANT_STORE_OPERATOR_URL: service.operatorUrl,
      PLANT_STORE_TOKEN: token.trim(),
    })
    assert.equal(code, 0)
    assert.deepEqual(Object.keys(checks), [
      'settings',
      'database',
      'disk',
      'log',
      'backup',
      'token',
      'service',
      'plants',
      'operator',
      'contract',
    ])
    for (const [check, outcome] of Object.entries(checks)) assert.match(outcome, /^ok: /, check)
    assert.match(checks['token'] ?? '', /Mei/)
  })

  it('takes what is not of Plant Store for no problem, as verify does, which names it', async () => {
    await using place = await makePlace()
    using database = new DatabaseSync(place.database)
    database.exec('create trigger t after insert on plant begin select 1; end')
    assert.match((await examine(place, nobody)).checks['database'] ?? '', /^ok: /)
    const { code, stdout } = await place.run('verify')
    assert.equal(code, 0)
    assert.match(stdout, /^No problems found\.\nnote: not of Plant Store, .*: trigger t on plant\n$/)
  })

  it('reports a disk without room for a backup', { skip: noMount }, async () => {
    await using place = await makePlace()
    const { stdout } = await place.shell(`exec unshare -rm sh -c '
      mkdir disk && mount -t tmpfs -o size=2m tmpfs disk && cp plant-store.db disk/
      plant-store doctor --database disk/plant-store.db --json'`)
    const disk = parseLines(stdout).find(({ check }) => check === 'disk')
    assert.match(JSON.stringify(disk), /"failed".*disk\/plant-store\.db has 1 MiB left, .*make room/)
  })

  it('reports a log that somebody keeps from being emptied', async () => {
    await using place = await makePlace()
    assert.match((await examine(place, nobody)).checks['log'] ?? '', /^ok: /)
    using reader = new DatabaseSync(place.database)
    reader.exec('begin; select * from plant')
    using writer = new DatabaseSync(place.database)
    writer.exec('create table filling (what blob)')
    writer.exec(`insert into filling values (zeroblob(${6 * 2 ** 20})); drop table filling`)
    assert.match(
      (await examine(place, nobody)).checks['log'] ?? '',
      /^failed: .*plant-store\.db-wal has grown to \d+ MiB/,
    )
  })

  it('reports the age of the newest backup, and a file that is none', async () => {
    await using place = await makePlace()
    const backupIn = async (directory: string): Promise<string> => {
      const { checks } = await examine(place, {
        ...nobody,
        ...(directory !== '' && { PLANT_STORE_BACKUPS: directory }),
      })
      return checks['backup'] ?? ''
    }
    assert.match(await backupIn(''), /^skipped: There is no backup in backups\..*--backups/)
    assert.match(await backupIn('elsewhere'), /^failed: There is no backup in elsewhere\./)
    await mkdir(join(place.path, 'backups'))
    await place.run('backup', 'backups/plants.db')
    assert.match(await backupIn(''), /^ok: The newest backup, backups\/plants\.db, was made \d{4}-/)
    using backup = new DatabaseSync(join(place.path, 'backups/plants.db'))
    backup.exec(`update backup set made_at = ${Date.now() - 10.5 * 86_400_000}`)
    assert.match(await backupIn('backups'), /^failed: .* 10 days ago\. Make one with plant-store backup/)
    await mkdir(join(place.path, 'others'))
    await place.write('others/notes.txt', 'Water the plants.')
    assert.match(await backupIn('others'), /^failed: The newest file in others is no backup\. /)
  })
})
