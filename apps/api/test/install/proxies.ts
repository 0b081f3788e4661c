/** Real proxies in front of services, over TLS, with their configurations from `deploy/proxy`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type Agent, request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventually, temporaryDirectory } from '@plant-store/testkit'
import { execute, root } from './installed.ts'

const name = 'plants.example.org'

/** Where a service listens. */
export interface Upstream {
  readonly port: number
  readonly operatorPort: number
}

/** A kind of proxy. */
export interface Proxy {
  readonly program: string
  /** Why it can't be tried here; false if it can. */
  readonly missing: string | false
  /** The command that starts it on a port, with the certificate in `certificate.pem` and `key.pem` of the directory. */
  readonly configure: (
    directory: string,
    port: number,
    services: readonly Upstream[],
  ) => Promise<readonly string[]>
}

const missing = (program: string, ...version: readonly string[]): string | false =>
  spawnSync(program, version).status !== 0 && `needs ${program}: apt-get install ${program}`

export const nginx: Proxy = {
  program: 'nginx',
  missing: missing('nginx', '-v'),
  configure: async (directory, port, services) => {
    const [server = ''] = /^ +server 127\.0\.0\.1:8080.*\n/m.exec(await readConfiguration('nginx.conf')) ?? []
    const site = (await readConfiguration('nginx.conf'))
      .replace(server, services.map((service) => server.replace('8080', String(service.port))).join(''))
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
    return ['nginx', '-p', directory, '-c', 'nginx.conf', '-e', 'stderr']
  },
}

export const haproxy: Proxy = {
  program: 'haproxy',
  missing: missing('haproxy', '-v'),
  configure: async (directory, port, services) => {
    const files = ['certificate.pem', 'key.pem'].map((file) => readFile(join(directory, file), 'utf8'))
    await writeFile(join(directory, 'plants.pem'), await Promise.all(files))
    const lines = (await readConfiguration('haproxy.cfg'))
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/ssl/plant-store', directory)
      .split('\n')
      .filter((line) => !line.startsWith('  server '))
    const servers = services.map(
      (each, at) => `  server s${at} 127.0.0.1:${each.port} port ${each.operatorPort}`,
    )
    await writeFile(join(directory, 'haproxy.cfg'), `${[...lines, ...servers].join('\n')}\n`)
    return ['haproxy', '-db', '-f', join(directory, 'haproxy.cfg')]
  },
}

export const caddy: Proxy = {
  program: 'caddy',
  missing: missing('caddy', 'version'),
  configure: async (directory, port, [service]) => {
    const site = (await readConfiguration('Caddyfile'))
      .replace('127.0.0.1:8080', `127.0.0.1:${service?.port}`)
      .replace(
        `{$PLANT_STORE_DOMAIN:${name}} {`,
        `https://${name}:${port} {\n\ttls ${directory}/certificate.pem ${directory}/key.pem`,
      )
    await writeFile(join(directory, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
    const caddyfile = join(directory, 'Caddyfile')
    return ['env', `HOME=${directory}`, 'caddy', 'run', '--config', caddyfile, '--adapter', 'caddyfile']
  },
}

/** A running proxy. Disposing of it ends it. */
export interface RunningProxy extends AsyncDisposable {
  /** Sends one request, from 127.0.0.2, with an address in `X-Forwarded-For` that nothing should believe. */
  get(path: string, bearer?: string, agent?: Agent | false): Promise<RawResponse>
}

export interface RawResponse {
  readonly status: number | undefined
  readonly body: string
}

/** Starts a proxy, and waits until it passes on a service's responses. `edit` changes its files before the start. */
export async function startProxy(
  proxy: Proxy,
  services: readonly Upstream[],
  edit: (directory: string) => Promise<void> = async () => {},
): Promise<RunningProxy> {
  const directory = await temporaryDirectory()
  await makeCertificate(directory.path)
  const port = await freePort()
  const [program = '', ...argv] = await proxy.configure(directory.path, port, services)
  await edit(directory.path)
  const child: ChildProcess = spawn(program, argv, { stdio: 'ignore' })
  const closed = once(child, 'close')
  const ca = await readFile(join(directory.path, 'certificate.pem'), 'utf8')
  const get: RunningProxy['get'] = (path, bearer, agent = false) => ask({ port, ca, path, agent }, bearer)
  await eventually(
    () => get('/plants').catch(() => undefined),
    (response) => response?.status === 401,
  )
  return {
    get,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await closed
      await directory.remove()
    },
  }
}

interface Target {
  readonly port: number
  readonly ca: string
  readonly path: string
  readonly agent: Agent | false
}

function ask(target: Target, bearer: string | undefined): Promise<RawResponse> {
  const headers = {
    'X-Forwarded-For': '192.0.2.66',
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
  }
  const options = { ...target, host: '127.0.0.1', servername: name, localAddress: '127.0.0.2' }
  const sent = request({ ...options, headers: { ...headers, Host: name } }).end()
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  sent.once('error', reject).once('response', (response) => {
    text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
  })
  return promise
}

function readConfiguration(file: string): Promise<string> {
  return readFile(join(root, 'apps/api/deploy/proxy', file), 'utf8')
}

async function makeCertificate(cwd: string): Promise<void> {
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const files = ['-keyout', 'key.pem', '-out', 'certificate.pem']
  const argv = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files]
  await execute('openssl', argv, { cwd })
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
