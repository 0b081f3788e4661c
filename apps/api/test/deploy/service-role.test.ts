/** The script that compose runs before the services start: its role can serve, and may do nothing else. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { env } from 'node:process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { migrate, openStore, type Store } from '@plant-store/store'
import { createDatabase } from '@plant-store/test-postgres'
import { patienceMs, startService, temporaryDirectory } from '@plant-store/testkit'

const file = fileURLToPath(new URL('../../deploy/service-role.sql', import.meta.url))
const noPsql = spawnSync('psql', ['--version']).status !== 0 && 'needs psql (postgresql-client)'

it(
  'psql makes the role, even if it runs repeatedly, and the service can serve with it',
  { skip: noPsql },
  async () => {
    await using directory = await temporaryDirectory()
    const { url } = await createDatabase()
    // The tables belong to another role than the one that runs the script.
    const tableOwner = `owner_${randomUUID().replaceAll('-', '')}`
    const sql = (text: string, as = url): void => {
      const { status, stderr } = spawnSync('psql', ['--no-psqlrc', '--quiet', '--command', text, as], {
        encoding: 'utf8',
      })
      assert.equal(status, 0, stderr)
    }
    sql(`create role ${tableOwner} login; grant create on schema public to ${tableOwner}`)
    const ownerUrl = url.replace('//postgres@', `//${tableOwner}@`)
    await migrate({ database: ownerUrl })
    // Roles belong to the server, which other tests use too.
    const role = `service_${randomUUID().replaceAll('-', '')}`
    const script = `${directory.path}/service-role.sql`
    await writeFile(script, readFileSync(file, 'utf8').replaceAll('plant_store_service', role))
    for (const _ of ['once', 'again']) {
      const { status, stderr } = spawnSync('psql', ['--no-psqlrc', '--quiet', '--file', script, url], {
        env: { ...env, SERVICE_PASSWORD: "it's a secret" },
        encoding: 'utf8',
      })
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    }
    const again = spawnSync('psql', ['--no-psqlrc', '--quiet', '--file', script, ownerUrl], {
      encoding: 'utf8',
    })
    assert.deepEqual([again.status, again.stderr], [0, ''])
    // As a later migration does.
    sql('create table later (id int)', ownerUrl)
    sql('select from later', url.replace('//postgres@', `//${role}@`))
    await using stores = new AsyncDisposableStack()
    const open = async (database: string): Promise<Store> =>
      stores.adopt(await openStore({ database }), (store) => store.close())
    const owner = await open(url)
    await owner.addUser('ada')
    const { secret } = await owner.createToken('ada', 'test')
    const database = url.replace('//postgres@', `//${role}@`)
    await using service = await startService({ settings: { database, databaseTimeoutMs: patienceMs } })
    const response = await fetch(`${service.url}/plants`, { headers: { Authorization: `Bearer ${secret}` } })
    assert.deepEqual([response.status, await response.json()], [200, []])
    await assert.rejects((await open(database)).addUser('eve'), /permission|may not|not allowed/i)
  },
)

it("the role may do what the store's README says, and no more", () => {
  const readme = readFileSync(new URL('../../../../packages/store/README.md', import.meta.url), 'utf8')
  const [, block = ''] = /```sql service-role\n(.+?)```/s.exec(readme) ?? []
  const grants = (sql: string): readonly string[] => sql.match(/^(?:grant|alter default).*$/gm) ?? []
  assert.equal(grants(block).length, 4)
  assert.deepEqual(grants(readFileSync(file, 'utf8')), grants(block))
})
