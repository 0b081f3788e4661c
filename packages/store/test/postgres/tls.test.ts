/** Whom a connection that is encrypted goes to: nobody whose certificate does not say so. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { postgresServer } from '@plant-store/test-postgres'
import { openStore } from '../../src/index.ts'
import { createSecret } from '../../src/token-format.ts'
import { refusedWith } from '../promises/world.ts'
import { migratedDatabase } from './databases.ts'

const noOpenssl = spawnSync('openssl', ['version']).status !== 0 && 'needs openssl'

describe('a connection that is encrypted', { skip: noOpenssl }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'plant-store-tls-'))
  const certificate = join(directory, 'certificate.pem')
  let server: Server
  let address: (parameters: string) => string

  before(async () => {
    // Signed by itself, for the name localhost and for no number.
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
        .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
        .concat(['-keyout', join(directory, 'key.pem'), '-out', certificate]),
      { stdio: 'ignore' },
    )
    server = await startTls((await postgresServer()).socket, directory)
    const { port } = server.address() as AddressInfo
    const name = /@\/(\w+)/.exec(await migratedDatabase())?.[1] ?? ''
    address = (parameters) => `postgres://postgres:secret@127.0.0.1:${port}/${name}?${parameters}`
  })
  after(() => {
    server.close()
    rmSync(directory, { recursive: true })
  })

  it('is made to a server whose certificate an authority of our own has signed', async () => {
    const database = address(`sslmode=verify-full&sslrootcert=${certificate}`).replace(
      '127.0.0.1',
      'localhost',
    )
    const store = await openStore({ database })
    assert.deepEqual(await store.openSession(createSecret()), { refusal: 'unknown' })
    await store.close()
  })

  it('is not made where nobody vouches for the server', async () => {
    const sentence =
      /is not opened: the certificate of its server can't be trusted \(self-signed.*sslrootcert/
    for (const mode of ['verify-full', 'verify-ca']) {
      await refusedWith('unreadable', sentence, openStore({ database: address(`sslmode=${mode}`) }))
    }
  })

  it('is not made where the certificate is for another host, unless the host does not matter', async () => {
    const sentence = /can't be trusted \(.*127\.0\.0\.1 is not in the cert/
    const database = address(`sslmode=verify-full&sslrootcert=${certificate}`)
    await refusedWith('unreadable', sentence, openStore({ database }))
    const store = await openStore({ database: address(`sslmode=verify-ca&sslrootcert=${certificate}`) })
    await store.close()
  })

  it('is made to anybody where that is asked for', async () => {
    const store = await openStore({ database: address('sslmode=require') })
    await store.close()
  })
})

/** Encrypts what goes to the socket in that directory, as a server with a certificate does. */
async function startTls(socket: string, directory: string): Promise<Server> {
  const [key, cert] = ['key.pem', 'certificate.pem'].map((file) => readFileSync(join(directory, file)))
  const secureContext = createSecureContext({ key, cert })
  const server = createServer((near) => {
    near.on('error', () => {})
    // The driver first asks whether it may encrypt: eight octets.
    near.once('data', () => {
      near.write('S')
      const encrypted = new TLSSocket(near, { isServer: true, secureContext })
      relay(encrypted, connect(join(socket, '.s.PGSQL.5432')))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

function relay(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near)
  near.on('error', () => far.destroy()).on('close', () => far.destroy())
  far.on('error', () => near.destroy()).on('close', () => near.destroy())
}
