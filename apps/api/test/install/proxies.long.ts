/** The configurations of proxies in front of the service, as they stand in `server`, with real proxies over TLS. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import {
  eventually,
  largeWorldPlant,
  makeLargeWorld,
  type Service,
  startService,
  temporaryDirectory,
} from '@plant-store/testkit'
import { execute, root } from './installed.ts'

const name = 'plants.example.org'

/** A proxy: how it is started on a port, with the certificate in `certificate.pem` and `key.pem` of the directory. */
interface Proxy {
  readonly program: string
  readonly version: string
  readonly start: (directory: string, port: number, service: Service) => Promise<ChildProcess>
}

const proxies: readonly Proxy[] = [
  {
    program: 'nginx',
    version: '-v',
    start: async (directory, port, service) => {
      const site = (await readServerFile('nginx.conf'))
        .replace('127.0.0.1:8080', `127.0.0.1:${service.port}`)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replaceAll('/etc/ssl/plant-store', directory)
      await writeFile(join(directory, 'site.conf'), site)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (each) => `${each}_temp_path t;`,
      )
      await writeFile(
        join(directory, 'nginx.conf'),
        `daemon off; pid nginx.pid; error_log stderr; worker_processes 1; events {}
         http { access_log off; ${temporary.join(' ')} include site.conf; }`,
      )
      return spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'ignore' })
    },
  },
  {
    program: 'caddy',
    version: 'version',
    start: async (directory, port, service) => {
      const site = (await readServerFile('Caddyfile'))
        .replace('127.0.0.1:8080', `127.0.0.1:${service.port}`)
        .replace(
          `${name} {`,
          `https://${name}:${port} {\n\ttls ${directory}/certificate.pem ${directory}/key.pem`,
        )
      await writeFile(join(directory, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
      const argv = ['run', '--config', join(directory, 'Caddyfile'), '--adapter', 'caddyfile']
      return spawn('caddy', argv, { stdio: 'ignore', env: { ...process.env, HOME: directory } })
    },
  },
]

for (const proxy of proxies) {
  const isThere = spawnSync(proxy.program, [proxy.version]).status === 0
  describe(proxy.program, { skip: !isThere && `needs ${proxy.program}` }, () => {
    it('passes on what the service answers, and who asked', async () => {
      await using directory = await temporaryDirectory()
      await makeCertificate(directory.path)
      // Longer than a page: it is streamed.
      const { database, count, token } = await makeLargeWorld(directory.path, 3000)
      const plants = Array.from({ length: count }, (_, at) => largeWorldPlant(at))
      await using service = await startService({
        settings: { database, trustedProxies: 'loopback', drainDelayMs: 0 },
      })
      const port = await freePort()
      const child = await proxy.start(directory.path, port, service)
      const closed = once(child, 'close')
      try {
        const ca = await readFile(join(directory.path, 'certificate.pem'), 'utf8')
        const get = (path: string, bearer?: string): Promise<Answer> => ask({ port, ca, path, bearer })
        await eventually(
          () => get('/plants').catch(() => undefined),
          (answer) => answer !== undefined,
        )
        const whole = await get('/plants', token)
        assert.deepEqual([whole.status, JSON.parse(whole.body)], [200, plants])
        assert.equal((await get('/plants?limit=1', token)).body, '[{"name":"Plant 0"}]')
        assert.match((await get('/plants')).body, /"error":40101/)
        assert.match((await get(`/${'x'.repeat(9000)}`)).body, /"error":41401/)
        const { clientAddress } = await service.waitForLog(({ user }) => user !== undefined)
        assert.equal(clientAddress, '127.0.0.2')
        if (proxy.program === 'nginx') {
          const many = await Promise.all(Array.from({ length: 100 }, () => get('/plants?limit=1', token)))
          assert.ok(many.some(({ status }) => status === 429))
          assert.ok(many.some(({ status }) => status === 200))
        }
      } finally {
        child.kill('SIGTERM')
        await closed
      }
    })
  })
}

interface Answer {
  readonly status: number | undefined
  readonly body: string
}

/** From 127.0.0.2, and with an address in `X-Forwarded-For` that nobody should believe. */
function ask(what: { port: number; ca: string; path: string; bearer: string | undefined }): Promise<Answer> {
  const { bearer, ...rest } = what
  const headers = {
    'X-Forwarded-For': '192.0.2.66',
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
  }
  const options = { ...rest, host: '127.0.0.1', servername: name, localAddress: '127.0.0.2', agent: false }
  const sent = request({ ...options, headers: { ...headers, Host: name } }).end()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  sent.once('error', reject).once('response', (response) => {
    text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
  })
  return promise
}

function readServerFile(file: string): Promise<string> {
  return readFile(join(root, 'apps/api/server', file), 'utf8')
}

async function makeCertificate(cwd: string): Promise<void> {
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const files = ['-keyout', 'key.pem', '-out', 'certificate.pem']
  await execute(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files],
    {
      cwd,
    },
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
