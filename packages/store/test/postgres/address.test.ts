/** What a PostgreSQL address may contain, and what is said about a wrong one: never the password. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPostgresUrl, migrate, nameDatabase, openStore, StoreError } from '../../src/index.ts'
import { parseAddress } from '../../src/postgres/address.ts'

const serversOf = (text: string): string[] =>
  parseAddress(text).servers.map(({ host, port }) => `${host} ${port}`)

describe('an address', () => {
  it('is distinguished from a path by its beginning', () => {
    for (const text of ['postgres://host/db', 'postgresql://host/db', 'POSTGRES://host/db']) {
      assert.ok(isPostgresUrl(text), text)
    }
    for (const text of ['plants.db', './postgres:/db', '/postgres://x', 'mysql://host/db', '']) {
      assert.ok(!isPostgresUrl(text), text)
    }
  })

  it('names host, port, user, password and database, percent-encoded where needed', () => {
    const text = 'postgres://an%40a:p%2F%40s@db.example:6432/plants'
    const { user, password, database } = parseAddress(text)
    assert.deepEqual(serversOf(text), ['db.example 6432'])
    assert.deepEqual([user, password, database], ['an@a', 'p/@s', 'plants'])
  })

  it('may leave out defaults, and what the environment says', () => {
    const { user, password } = parseAddress('postgres:///plants')
    assert.deepEqual(serversOf('postgres:///plants'), ['localhost 5432'])
    assert.deepEqual([user, password], [undefined, undefined])
  })

  it('may name the directory of a socket, or an IPv6 address', () => {
    assert.deepEqual(serversOf('postgres:///plants?host=%2Frun%2Fpostgresql'), ['/run/postgresql 5432'])
    assert.equal(parseAddress('postgres://ada@/plants?host=/run/postgresql').user, 'ada')
    assert.deepEqual(serversOf('postgres://[::1]:5433/plants'), ['::1 5433'])
  })

  it('may name several hosts, each with its port and its own kind of connection', () => {
    const text =
      'postgres://ada:secret@db1.example,localhost:5433,[::1]/plants?target_session_attrs=read-write'
    assert.deepEqual(serversOf(text), ['db1.example 5432', 'localhost 5433', '::1 5432'])
    const encrypted = parseAddress(text).servers.map(({ tls }) => tls !== false)
    assert.deepEqual(encrypted, [true, false, false])
    assert.equal(nameDatabase(text), 'postgres://ada@db1.example:5432,localhost:5433,[::1]:5432/plants')
    const sockets = 'postgres://ada@:5433/plants?host=/run/one,/run/two'
    assert.deepEqual(serversOf(sockets), ['/run/one 5433', '/run/two 5433'])
    assert.equal(nameDatabase(sockets), 'postgres://ada@/plants?host=/run/one,/run/two')
  })

  it('is shown without its password', () => {
    assert.equal(
      nameDatabase('postgres://ada:secret@host/plants?sslmode=disable'),
      'postgres://ada@host:5432/plants',
    )
    assert.equal(nameDatabase('postgres://ada@/plants?host=/run/pg'), 'postgres://ada@/plants?host=/run/pg')
    assert.equal(nameDatabase('plants.db'), 'plants.db')
  })
})

describe('the connection', () => {
  const tlsOf = (text: string): object | false | undefined => parseAddress(text).servers[0]?.tls

  it('is encrypted and verified, except on this machine', () => {
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '']) {
      assert.equal(tlsOf(`postgres://${host}/plants`), false, host)
    }
    for (const host of ['db.example', '10.0.0.1', '[fe80::1]', '127.example']) {
      const tls = tlsOf(`postgres://${host}/plants`)
      assert.partialDeepStrictEqual(tls, { rejectUnauthorized: true })
    }
  })

  it('is what sslmode says, with the words of PostgreSQL', () => {
    assert.equal(tlsOf('postgres://db.example/plants?sslmode=disable'), false)
    assert.deepEqual(tlsOf('postgres://db.example/plants?sslmode=require'), { rejectUnauthorized: false })
    assert.partialDeepStrictEqual(tlsOf('postgres://localhost/plants?sslmode=verify-full'), {
      rejectUnauthorized: true,
    })
  })

  it('is verified for the given host, by name or by number', () => {
    const [{ tls } = { tls: undefined }] = parseAddress('postgres://10.0.0.1/plants').servers
    assert.ok(tls)
    const ofLocalhost = { subject: { CN: 'localhost' }, subjectaltname: 'DNS:localhost' }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of a certificate that are compared
    const error = tls.checkServerIdentity?.('localhost', ofLocalhost as never)
    assert.match(String(error), /IP: 10\.0\.0\.1 is not in the cert/)
  })
})

describe('an address that is wrong', () => {
  for (const [text, sentence] of [
    ['postgres://ada:secret@host:port/plants', /is no URL/],
    ['postgres://ada:sec/ret@host/plants', /is no URL/],
    ['postgres://ada:secret@host', /must name a database/],
    ['postgres://ada:secret@host/a/b', /must name a database/],
    ['postgres://ada:secret%@host/plants', /%/],
    ['postgres://ada:secret@host/plants?sslmode=prefer', /sslmode "prefer"; it may be disable, require/],
    ['postgres://ada:secret@host/plants?pool=3', /parameter "pool"; it may have sslmode/],
    ['postgres://ada:secret@one,,two/plants', /comma/],
    ['postgres://ada:secret@one,two:x/plants', /is no URL/],
    ['postgres://ada:secret@host/plants?target_session_attrs=any', /"any"; it may be primary or read-write/],
    [
      'postgres://ada:secret@host/plants?sslmode=verify-ca&sslrootcert=/nowhere',
      /\/nowhere .* can't be read/,
    ],
  ] as const) {
    it(`is refused in a message without the password: ${text}`, async () => {
      for (const attempt of [openStore, migrate]) {
        await assert.rejects(attempt({ database: text }), (error) => {
          assert.ok(error instanceof StoreError)
          assert.match(error.message, sentence)
          assert.doesNotMatch(error.message, /secret|sec\/ret/)
          return true
        })
      }
    })
  }
})
