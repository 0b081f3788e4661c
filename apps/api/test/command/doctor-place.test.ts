/** What `plant-store doctor` says of the place where it runs: no database, little room, a log that grows, old backups. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { startService } from '@plant-store/testkit'
import { examine, nobody, startOther } from './examine.ts'
import { parseLines } from './run-here.ts'
import { makePlace } from './place.ts'
import { noSmallDisk } from './small-disk.ts'

describe('plant-store doctor', { concurrency: 3 }, () => {
  it('does not end with 0 where there is no database and nobody named a service', async () => {
    await using place = await makePlace({ world: false })
    const { code, checks } = await examine(place, {})
    assert.equal(code, 1)
    assert.match(checks['database'] ?? '', /^failed: .*no database at plant-store\.db/)
  })

  it("calls nobody else's service ok: one of an unknown database, or one with other errors", async () => {
    await using place = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    const elsewhere = { ...nobody, PLANT_STORE_DATABASE: 'none.db' }
    const { checks } = await examine(place, { ...elsewhere, PLANT_STORE_URL: service.url })
    assert.match(checks['service'] ?? '', /^skipped: A plant store answers .* no database here/)
    await using other = await startOther((_, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end('{"error":401,"message":"Unauthorized"}')
    })
    const strangers = await examine(place, { ...nobody, PLANT_STORE_URL: other.url })
    assert.match(strangers.checks['service'] ?? '', /^failed: .*[Aa]nother program/)
  })

  it('reports a disk without room for a backup', { skip: noSmallDisk }, async () => {
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
