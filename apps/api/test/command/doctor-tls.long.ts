/** `plant-store doctor` where TLS causes the problem, on the way to the service or to PostgreSQL. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { serveOn, startService } from '@plant-store/testkit'
import { examine, nobody } from './examine.ts'
import { makePlace, type Place } from './place.ts'

const noOpenssl = spawnSync('openssl', ['version']).status !== 0 && 'needs openssl'

/** OpenSSL's configuration of an authority, whose own certificate is `authority.pem`. */
const authority = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = names
certificate = authority.pem
private_key = key.pem
x509_extensions = extensions
[names]
commonName = supplied
[extensions]
`
const [past, never] = ['20200101000000Z', '20990101000000Z']
const here = 'subjectAltName = IP:127.0.0.1'

interface Case {
  readonly extensions?: string
  readonly from?: string
  readonly to?: string
  readonly isSelfSigned?: true
  readonly isTrusted?: false
  /** What is said of the service, and of PostgreSQL. */
  readonly service: RegExp
  readonly postgres: RegExp
}

const cases: Readonly<Record<string, Case>> = {
  'is self-signed': {
    isSelfSigned: true,
    isTrusted: false,
    service: /self-signed.*NODE_EXTRA_CA_CERTS/,
    postgres: /self-signed.*sslrootcert/,
  },
  'is of an unknown authority': {
    isTrusted: false,
    service: /issuer is unknown.*NODE_EXTRA_CA_CERTS/,
    postgres: /unable to verify.*sslrootcert/,
  },
  'has expired': {
    to: '20200102000000Z',
    service: /has expired; renew/,
    postgres: /has expired\)\. Renew it/,
  },
  'is not valid yet': {
    from: '20980101000000Z',
    service: /not valid yet.*clocks/,
    postgres: /not yet valid.*clocks/,
  },
  'is for another name': {
    extensions: 'subjectAltName = DNS:plants.example',
    service: /for another name/,
    postgres: /127\.0\.0\.1 is not in the cert.*host name/,
  },
  'is for clients': {
    extensions: `${here}\nextendedKeyUsage = clientAuth`,
    service: /not one for servers/,
    postgres: /certificate of its server can't be trusted.*unsuitable.*Replace it/,
  },
}

/** Makes the certificate, and its key. */
async function certify(place: Place, { extensions = here, from = past, to = never, isSelfSigned }: Case) {
  await place.write('authority.cnf', `${authority}${extensions}\n`)
  const { code, stderr } = await place.shell(`
    touch index.txt &&
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -subj /CN=authority \\
      -addext 'subjectAltName=IP:127.0.0.1' -out authority.pem &&
    openssl req -new -key key.pem -out request.pem -subj /CN=localhost &&
    openssl ca -batch -config authority.cnf -notext -in request.pem -out certificate.pem -startdate ${from} -enddate ${to}`)
  assert.equal(code, 0, stderr)
  const [key, cert] = await Promise.all(
    ['key.pem', isSelfSigned ? 'authority.pem' : 'certificate.pem'].map((file) =>
      readFile(join(place.path, file)),
    ),
  )
  return { key, cert }
}

describe('plant-store doctor', { concurrency: 3 }, () => {
  it('recognises an https:// address of a service without TLS', async () => {
    await using place = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    const env = {
      PLANT_STORE_URL: service.url.replace('http:', 'https:'),
      PLANT_STORE_OPERATOR_URL: service.operatorUrl,
    }
    const { checks } = await examine(place, env)
    assert.match(checks['service'] ?? '', /^failed: .*(?:does not use TLS.*http:\/\/|closed the connection)/)
  })

  for (const [what, given] of Object.entries(cases))
    it(
      `says that a certificate ${what}, and recognises TLS where none was expected`,
      { skip: noOpenssl },
      async () => {
        await using place = await makePlace({ world: false })
        const certified = await certify(place, given)
        await using web = await serveOn(createServer(certified, (_, response) => response.end('hello')))
        await using database = await serveOn(
          createTcpServer((near) => {
            near.on('error', () => {})
            // The driver first asks whether it may encrypt.
            near.once('data', () => {
              near.write('S')
              const secureContext = createSecureContext(certified)
              new TLSSocket(near, { isServer: true, secureContext }).on('error', () => near.destroy())
            })
          }),
        )
        const trusted = given.isTrusted === false ? '' : `&sslrootcert=${join(place.path, 'authority.pem')}`
        const { checks } = await examine(place, {
          ...nobody,
          NODE_EXTRA_CA_CERTS: given.isTrusted === false ? '' : join(place.path, 'authority.pem'),
          PLANT_STORE_URL: `https://127.0.0.1:${web.port}`,
          PLANT_STORE_DATABASE: `postgres://me@127.0.0.1:${database.port}/x?sslmode=verify-full${trusted}`,
        })
        assert.match(checks['service'] ?? '', given.service)
        assert.match(checks['database'] ?? '', given.postgres)
        const { checks: plain } = await examine(place, {
          ...nobody,
          PLANT_STORE_URL: `http://127.0.0.1:${web.port}`,
        })
        assert.match(plain['service'] ?? '', /closed the connection.*https:\/\//)
      },
    )
})
