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
    await migrate({ database: url })
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
    await using stores = new AsyncDisposableStack()
    const open = async (database: string): Promise<Store> =>
      stores.adopt(await openStore({ database }), (store) => store.close())
    const owner = await open(url)
    await owner.addUser('ada')
    const { secret } = await owner.createToken('ada', 'test')
    const database = url.replace('//postgres@', `//${role}@`)
    await using service = await startService({ settings: { database, databaseTimeoutMs: patienceMs } })
    const answer = await fetch(`${service.url}/plants`, { headers: { Authorization: `Bearer ${secret}` } })
    assert.deepEqual([answer.status, await answer.json()], [200, []])
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
