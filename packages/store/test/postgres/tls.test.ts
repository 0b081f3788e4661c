/** An encrypted connection is made only to a server whose certificate proves its identity. */
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
import { createSecret } from '../../src/token/format.ts'
import { refusedWith } from '../promises/world.ts'
import { migratedDatabase } from './databases.ts'

const noOpenssl = spawnSync('openssl', ['version']).status !== 0 && 'needs openssl'

describe('an encrypted connection', { skip: noOpenssl }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'plant-store-tls-'))
  const certificate = join(directory, 'certificate.pem')
  const openssl = (line: string): unknown =>
    execFileSync('openssl', line.split(' '), { cwd: directory, stdio: 'ignore' })
  let server: Server
  let address: (parameters: string) => string

  before(async () => {
    // Self-signed, for the name localhost and for no IP address.
    openssl(
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost ' +
        '-addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem',
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

  it('is made to a server whose certificate our own authority has signed', async () => {
    const database = address(`sslmode=verify-full&sslrootcert=${certificate}`).replace(
      '127.0.0.1',
      'localhost',
    )
    const store = await openStore({ database })
    assert.deepEqual(await store.openSession(createSecret()), { refusal: 'unknown' })
    await store.close()
  })

  it('is not made if nobody vouches for the server', async () => {
    const sentence =
      /is not opened: the certificate of its server can't be trusted \(self-signed.*sslrootcert/
    for (const mode of ['verify-full', 'verify-ca']) {
      await refusedWith('unreadable', sentence, openStore({ database: address(`sslmode=${mode}`) }))
    }
  })

  it('is not made if the certificate is for another host, unless the host does not matter', async () => {
    const sentence = /can't be trusted \(.*127\.0\.0\.1 is not in the cert/
    const database = address(`sslmode=verify-full&sslrootcert=${certificate}`)
    await refusedWith('unreadable', sentence, openStore({ database }))
    const store = await openStore({ database: address(`sslmode=verify-ca&sslrootcert=${certificate}`) })
    await store.close()
  })

  it('is not made if the certificate has expired: it says that, and of no authority', async () => {
    openssl('x509 -in certificate.pem -signkey key.pem -days -1 -out expired.pem')
    const file = join(directory, 'expired.pem')
    await using expired = await startTls((await postgresServer()).socket, directory, 'expired.pem')
    const { port } = expired.address() as AddressInfo
    const database = `postgres://postgres@localhost:${port}/x?sslmode=verify-full&sslrootcert=${file}`
    await refusedWith(
      'unreadable',
      /can't be trusted \(certificate has expired\)\. Renew it\.$/,
      openStore({ database }),
    )
  })

  it('is made to any server if requested', async () => {
    const store = await openStore({ database: address('sslmode=require') })
    await store.close()
  })
})

/** Encrypts connections to the socket in this directory, like a server with a certificate. */
async function startTls(socket: string, directory: string, certificate = 'certificate.pem'): Promise<Server> {
  const [key, cert] = ['key.pem', certificate].map((file) => readFileSync(join(directory, file)))
  const secureContext = createSecureContext({ key, cert })
  const server = createServer((near) => {
    near.on('error', () => {})
    // The driver first asks whether it may encrypt: eight bytes.
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
