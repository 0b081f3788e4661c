/** `plant-store doctor`: each problem it recognises, provoked by its real cause. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { serveOn, startService } from '@plant-store/testkit'
import { type Env, examine, nobody, startOther } from './examine.ts'
import { makePlace } from './place.ts'

const noOpenssl = spawnSync('openssl', ['version']).status !== 0 && 'needs openssl'

/** A place, and what doctor says there. */
interface Case {
  /** Where there is no service, unless it says otherwise. */
  readonly env?: Env
  /** Done to the sample world; without it there is no database. */
  readonly sql?: string
  /** Another program, and the addresses at which it is taken for ours. */
  readonly other?: RequestListener
  readonly at?: readonly ('PLANT_STORE_URL' | 'PLANT_STORE_OPERATOR_URL')[]
  readonly says: Readonly<Record<string, RegExp>>
}

const asService = ['PLANT_STORE_URL'] as const
const asOperator = ['PLANT_STORE_OPERATOR_URL'] as const
const asBoth = [...asService, ...asOperator] as const
const shop =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><title>Shop</title>')
  }
const anotherProgram = {
  operator: /^failed: (?!.*DOCTYPE).* is another program.*--operator-url\.$/,
  contract: /^failed: .*another program listens there\.$/,
}

const cases: Readonly<Record<string, Case>> = {
  'a missing database, if it was named': {
    env: { PLANT_STORE_DATABASE: 'plants.db' },
    says: { database: /^failed: .*no database at plants\.db.*migrate/ },
  },
  'what verify finds, as a sentence': {
    sql: "insert into plant_access (user_id, plant_id, name) values (5, 2, 'Black alder')",
    says: {
      database:
        /^failed: plant-store\.db has a problem: plant 2 of user 5 stands in the access table, but is not granted\. See all problems, and what to do, with: plant-store verify$/,
    },
  },
  'wrong settings, and stops there': {
    env: { PLANT_STORE_URL: 'plants' },
    says: { settings: /^failed: PLANT_STORE_URL must be/, 'the rest': /^skipped/ },
  },
  'a mistyped token, even without the database': {
    env: { PLANT_STORE_TOKEN: 'pst_cut' },
    says: { token: /^failed: .*mistyped or cut/ },
  },
  'a refusal that lacks its challenge': {
    other: (_, response) => void response.writeHead(401).end('{"error":40101,"message":"x"}'),
    at: asService,
    says: { service: /^failed: .*a proxy changes the responses/ },
  },
  'another program, and a service that is not ready': {
    other: (_, response) => void response.writeHead(503).end('warming up'),
    at: asBoth,
    says: {
      service: /^failed: .*status 503; the contract has 401.*[Aa]nother program/,
      operator: /^failed: .*takes no requests now.*warming up/,
      contract: /^failed: .*does not answer/,
    },
  },
  "another program at the operator's address": {
    other: shop(200),
    at: asOperator,
    says: anotherProgram,
  },
  'what the listener says of a name that is not its own': {
    other: (_, response) => void response.writeHead(421).end('"plants" is none of the names.\n'),
    at: asOperator,
    says: {
      operator: /^failed: .* refuses .*"plants" is none of the names\.$/,
      contract: /^skipped: /,
    },
  },
  'a response and a document that break the contract': {
    env: { PLANT_STORE_TOKEN: 'pst_any' },
    other: ({ headers, url }, response) => {
      if (url === '/openapi.yaml') response.end('openapi: 3.1.0\ninfo:\n  title: Another\n  version: 7.2.1\n')
      else if (url === '/readyz' || headers.authorization !== undefined) response.end('[{"name":null}]')
      else {
        response
          .writeHead(401, { 'WWW-Authenticate': 'Bearer realm="x"' })
          .end('{"error":40101,"message":"x"}')
      }
    },
    at: asBoth,
    says: {
      service: /^ok/,
      plants: /^failed: .*not the list of plants/,
      contract: /^failed: .*version 7\.2\.1/,
    },
  },
}

describe('plant-store doctor', { concurrency: 3 }, () => {
  for (const [what, { env = {}, sql, other, at = [], says }] of Object.entries(cases)) {
    it(`reports ${what}`, async () => {
      await using place = await makePlace({ world: sql !== undefined })
      if (sql !== undefined) {
        using database = new DatabaseSync(place.database)
        database.exec(sql)
      }
      await using served = await startOther(other ?? shop(200))
      const addresses = Object.fromEntries(at.map((name) => [name, served.url]))
      const { code, checks } = await examine(place, { ...nobody, ...addresses, ...env })
      assert.equal(code, 1)
      for (const [check, sentence] of Object.entries(says)) assert.match(checks[check] ?? '', sentence)
    })
  }

  it('does not end with 0 where there is no database and nobody named a service', async () => {
    await using place = await makePlace({ world: false })
    const { code, checks } = await examine(place, {})
    assert.equal(code, 1)
    assert.match(checks['database'] ?? '', /^failed: .*no database at plant-store\.db/)
  })

  it("calls nobody else's service ok: it may be of another database", async () => {
    await using place = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    const elsewhere = { ...nobody, PLANT_STORE_DATABASE: 'none.db', PLANT_STORE_URL: service.url }
    const { checks } = await examine(place, elsewhere)
    assert.match(checks['service'] ?? '', /^skipped: A plant store answers .* no database here/)
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

  it(
    'says that a certificate is refused, and recognises TLS where none was expected',
    { skip: noOpenssl },
    async () => {
      await using place = await makePlace({ world: false })
      const made = await place.shell(
        'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout key.pem -out certificate.pem',
      )
      assert.equal(made.code, 0, made.stderr)
      const [key, cert] = await Promise.all(
        ['key.pem', 'certificate.pem'].map((file) => readFile(join(place.path, file))),
      )
      await using secure = await serveOn(createServer({ key, cert }, shop(200)))
      await using plain = await startOther(shop(200))
      for (const [url, sentence] of [
        [`https://127.0.0.1:${secure.port}`, /^failed: The certificate .* self-signed.*NODE_EXTRA_CA_CERTS/],
        [`http://127.0.0.1:${secure.port}`, /^failed: .*closed the connection.*if it uses TLS.*https:/],
        [`https://127.0.0.1:${plain.port}`, /^failed: .*if it does not use TLS.*http:/],
      ] as const) {
        assert.match(
          (await examine(place, { ...nobody, PLANT_STORE_URL: url })).checks['service'] ?? '',
          sentence,
        )
      }
    },
  )

  it("tells the operator's listener from the service, where their addresses were swapped", async () => {
    await using place = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    const swapped = { PLANT_STORE_URL: service.operatorUrl, PLANT_STORE_OPERATOR_URL: service.url }
    const { code, checks } = await examine(place, swapped)
    assert.equal(code, 1)
    assert.match(checks['service'] ?? '', /^failed: .* is the operator's listener\..*--url/)
    assert.match(checks['operator'] ?? '', /^failed: .* is the service itself\..*--operator-url/)
  })
})
