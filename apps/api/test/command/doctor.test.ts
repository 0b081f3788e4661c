/** `plant-store doctor`: each problem it recognises, provoked by its real cause. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { startService } from '@plant-store/testkit'
import { examine, nobody, startOther } from './examine.ts'
import { makePlace } from './place.ts'

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

  it('says each check in one line, with what to do about a failure and why one was skipped', async () => {
    await using place = await makePlace({ world: false })
    const { code, stdout, stderr } = await place.runIn(nobody, 'doctor')
    assert.equal(code, 1)
    assert.match(stderr, /doctor found 2 problems/)
    assert.match(stdout, /^settings +ok/m)
    assert.match(stdout, /^database +skipped +There is none at plant-store\.db.*--database/m)
    assert.match(stdout, /^token +skipped .*--token-file/m)
    assert.match(stdout, /^service +failed +Nothing answers at http:\/\/127\.0\.0\.1:9.*plant-store serve/m)
    assert.match(stdout, /^operator +failed +.*--operator-url/m)
    assert.match(stdout, /^contract +skipped/m)
  })

  it('reports a missing database as a failure if it was named', async () => {
    await using place = await makePlace({ world: false })
    const { checks } = await examine(place, { ...nobody, PLANT_STORE_DATABASE: 'plants.db' })
    assert.match(checks['database'] ?? '', /^failed: .*no database at plants\.db.*migrate/)
  })

  it('reports what verify finds as a sentence', async () => {
    await using place = await makePlace()
    using database = new DatabaseSync(place.database)
    database.exec('insert into plant_access select 5, plant_id, name, tag from plant where plant_id = 1')
    const { checks } = await examine(place, nobody)
    assert.equal(
      checks['database'],
      'failed: plant-store.db has a problem: plant 1 of user 5 stands in the access table, but is not granted. ' +
        'See all problems, and what to do, with: plant-store verify',
    )
  })

  it('takes what is not of Plant Store for a problem only if it may act on our tables, as verify does', async () => {
    await using place = await makePlace()
    using database = new DatabaseSync(place.database)
    database.exec('create table _litestream_seq (id)')
    const note = 'note: not of Plant Store: table _litestream_seq\n'
    assert.match((await examine(place, nobody)).checks['database'] ?? '', /^ok: /)
    assert.partialDeepStrictEqual(await place.run('verify'), {
      code: 0,
      stdout: `No problems found.\n${note}`,
      stderr: 'Notes need no action: leave what they name, or drop it.\n',
    })
    assert.partialDeepStrictEqual(await place.run('backup', 'copy.db'), { code: 0, stderr: note })
    database.exec('create trigger t after insert on plant begin select 1; end')
    assert.match((await examine(place, nobody)).checks['database'] ?? '', /^failed: .* trigger t on plant;/)
    const { code, stdout, stderr } = await place.run('verify')
    assert.equal(code, 1)
    assert.match(stdout, /^warning: not of Plant Store: trigger t on plant; it may change or refuse/m)
    assert.match(
      stderr,
      /^verify found 1 problem\. Drop what is not of Plant Store, or leave it if [^.]*\.$/m,
    )
  })

  it('stops at wrong settings', async () => {
    await using place = await makePlace()
    const { code, checks } = await examine(place, { PLANT_STORE_URL: 'plants' })
    assert.equal(code, 1)
    assert.match(checks['settings'] ?? '', /^failed: PLANT_STORE_URL must be/)
    assert.match(checks['the rest'] ?? '', /^skipped/)
  })

  it('recognises a token that is mistyped, unknown, expired or revoked', async () => {
    await using place = await makePlace()
    await using elsewhere = await makePlace()
    const create = ['tokens', 'create', 'Mei', '--name', 'doctor'] as const
    const { stdout: unknown } = await elsewhere.run(...create)
    const { stdout: expired } = await place.run(...create)
    await place.run('tokens', 'rotate', '1', '--overlap', '0s')
    const { stdout: revoked } = await place.run(...create)
    await place.run('tokens', 'revoke', '3')
    const tokens = { 'mistyped or cut': revoked.slice(0, -2), 'no such token': unknown, expired, revoked }
    for (const [reason, token] of Object.entries(tokens)) {
      const { checks } = await examine(place, { ...nobody, PLANT_STORE_TOKEN: token.trim() })
      assert.match(checks['token'] ?? '', new RegExp(`^failed: .*${reason}`))
    }
  })

  it('recognises a mistyped token even without the database', async () => {
    await using place = await makePlace({ world: false })
    const { checks } = await examine(place, { ...nobody, PLANT_STORE_TOKEN: 'pst_cut' })
    assert.match(checks['token'] ?? '', /^failed: .*mistyped or cut/)
  })

  it('recognises a refusal that lacks its challenge', async () => {
    await using place = await makePlace({ world: false })
    await using other = await startOther((_, response) => {
      response.writeHead(401).end('{"error":40101,"message":"x"}')
    })
    const { checks } = await examine(place, { ...nobody, PLANT_STORE_URL: other.url })
    assert.match(checks['service'] ?? '', /^failed: .*a proxy changes the responses/)
  })

  it('recognises a service that refuses the token', async () => {
    await using place = await makePlace()
    await using elsewhere = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    const { stdout: token } = await elsewhere.run('tokens', 'create', 'Mei', '--name', 'doctor')
    const env = { PLANT_STORE_URL: service.url, PLANT_STORE_TOKEN: token.trim() }
    const { checks } = await examine(elsewhere, { ...nobody, ...env })
    assert.match(checks['token'] ?? '', /^ok/)
    assert.match(checks['plants'] ?? '', /^failed: The service refuses the token/)
  })

  it('recognises another program at the address, and a service that is not ready', async () => {
    await using place = await makePlace({ world: false })
    await using other = await startOther((_, response) => response.writeHead(503).end('warming up'))
    const { checks } = await examine(place, {
      PLANT_STORE_URL: other.url,
      PLANT_STORE_OPERATOR_URL: other.url,
    })
    assert.match(checks['service'] ?? '', /^failed: .*status 503; the contract has 401.*[Aa]nother program/)
    assert.match(checks['operator'] ?? '', /^failed: .*takes no requests now.*warming up/)
    assert.match(checks['contract'] ?? '', /^failed: .*does not answer/)
  })

  it("tells the operator's listener from the service, where their addresses were swapped", async () => {
    await using place = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    const swapped = { PLANT_STORE_URL: service.operatorUrl, PLANT_STORE_OPERATOR_URL: service.url }
    const { code, checks } = await examine(place, swapped)
    assert.equal(code, 1)
    assert.match(checks['service'] ?? '', /^failed: .* is the operator's listener\..*--url/)
    assert.match(checks['operator'] ?? '', /^failed: .* is the service itself\..*--operator-url/)
  })

  it('recognises a response and a document that break the contract', async () => {
    await using place = await makePlace()
    const { stdout: token } = await place.run('tokens', 'create', 'Mei', '--name', 'doctor')
    await using other = await startOther(({ headers, url }, response) => {
      if (url === '/openapi.yaml') response.end('openapi: 3.1.0\ninfo:\n  title: Another\n  version: 7.2.1\n')
      else if (url === '/readyz' || headers.authorization !== undefined) response.end('[{"name":null}]')
      else {
        response
          .writeHead(401, { 'WWW-Authenticate': 'Bearer realm="x"' })
          .end('{"error":40101,"message":"x"}')
      }
    })
    const env = { PLANT_STORE_URL: other.url, PLANT_STORE_OPERATOR_URL: other.url }
    const { checks } = await examine(place, { ...env, PLANT_STORE_TOKEN: token.trim() })
    assert.match(checks['service'] ?? '', /^ok/)
    assert.match(checks['plants'] ?? '', /^failed: .*not the list of plants/)
    assert.match(checks['contract'] ?? '', /^failed: .*version 7\.2\.1/)
  })
})
