/** `plant-store doctor` where TLS causes the problem. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type Served, serveOn, startService } from '@plant-store/testkit'
import { type Env, examine, nobody } from './examine.ts'
import { makePlace, type Place } from './place.ts'

const noOpenssl = spawnSync('openssl', ['version']).status !== 0 && 'needs openssl'

/** OpenSSL's configuration for one self-signed certificate. */
const authority = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = names
x509_extensions = extensions
[names]
commonName = supplied
[extensions]
basicConstraints = CA:true
`

/** A server with a self-signed certificate in `certificate.pem`; its address is https://127.0.0.1:port. */
async function startTls(place: Place, name: string, expires: string): Promise<Served> {
  await place.write('authority.cnf', `${authority}subjectAltName = ${name}\n`)
  const { code, stderr } = await place.shell(`
    touch index.txt &&
    openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj /CN=localhost &&
    openssl ca -batch -config authority.cnf -selfsign -notext -keyfile key.pem -in request.pem \\
      -out certificate.pem -startdate 20200101000000Z -enddate ${expires}`)
  assert.equal(code, 0, stderr)
  const [key, cert] = await Promise.all(
    ['key.pem', 'certificate.pem'].map((file) => readFile(join(place.path, file))),
  )
  const served = await serveOn(
    createServer({ ...(key && { key }), ...(cert && { cert }) }, (_, response) => response.end('hello')),
  )
  return { ...served, url: `https://127.0.0.1:${served.port}` }
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

  it(
    'says what is wrong with a certificate, and recognises TLS where none was expected',
    { skip: noOpenssl },
    async () => {
      await using place = await makePlace({ world: false })
      const never = '20990101000000Z'
      const cases = [
        {
          name: 'IP:127.0.0.1',
          expires: never,
          trusted: false,
          sentence: /self-signed.*NODE_EXTRA_CA_CERTS/,
        },
        { name: 'IP:127.0.0.1', expires: '20200102000000Z', trusted: true, sentence: /has expired/ },
        { name: 'DNS:plants.example', expires: never, trusted: true, sentence: /for another name/ },
      ]
      for (const { name, expires, trusted, sentence } of cases) {
        await using server = await startTls(place, name, expires)
        const trust: Env = trusted ? { NODE_EXTRA_CA_CERTS: join(place.path, 'certificate.pem') } : {}
        const { checks } = await examine(place, { ...nobody, ...trust, PLANT_STORE_URL: server.url })
        assert.match(checks['service'] ?? '', sentence)
        const plain = server.url.replace('https:', 'http:')
        const { checks: unencrypted } = await examine(place, { ...nobody, PLANT_STORE_URL: plain })
        assert.match(unencrypted['service'] ?? '', /closed the connection.*https:\/\//)
        await rm(join(place.path, 'index.txt'))
      }
    },
  )
})
