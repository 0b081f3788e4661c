/** Ways to reach a service that listens on a port of this machine: TLS, IPv6, and proxies. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createSecureServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { serveOn } from '@plant-store/raw-http'
import { eventually } from '@plant-store/testkit'

/** A service within reach at this address. */
export interface Transport extends AsyncDisposable {
  readonly url: string
}

/** Hands every byte on. */
const relayTo = (port: number) => (client: Socket) => {
  const service = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  for (const [one, other] of [
    [client, service],
    [service, client],
  ] as const) {
    one.pipe(other)
    one.on('error', () => other.destroy())
    one.once('close', () => other.destroySoon())
  }
}

async function listen(server: Server, host: string, scheme: string): Promise<Transport> {
  const served = await serveOn(server, host)
  const name = { '::1': '[::1]', '127.0.0.1': 'localhost' }[host]
  return {
    url: `${scheme}://${name}:${served.port}`,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  }
}

/** Its certificate, for --cacert. */
export const certificateName = 'certificate.pem'

/** Has this process trust the certificate. */
export async function trust(directory: string): Promise<void> {
  const certificate = await readFile(join(directory, certificateName), 'utf8')
  setDefaultCACertificates([...getCACertificates('bundled'), certificate])
}

export async function overTls(port: number, directory: string, host = '127.0.0.1'): Promise<Transport> {
  const [keyFile, certificate] = ['key.pem', certificateName].map((name) => join(directory, name)) as [
    string,
    string,
  ]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:::1'
  execFileSync('openssl', words.split(' ').concat('-keyout', keyFile, '-out', certificate))
  const identity = { key: await readFile(keyFile), cert: await readFile(certificate) }
  const server = createSecureServer({ ...identity, allowHalfOpen: true }, relayTo(port))
  return listen(server, host, 'https')
}

/** A proxy as a process of its own, on a free port, which its configuration names. */
async function behind(
  directory: string,
  words: readonly string[],
  configure: (port: number) => string,
  path = '',
): Promise<Transport> {
  const free = await serveOn(createServer())
  await free[Symbol.asyncDispose]()
  const file = join(directory, `${words[0]}.conf`)
  await writeFile(file, configure(free.port))
  const [program = '', ...more] = words
  const child = spawn(program, [...more, file], { cwd: directory, stdio: 'ignore' })
  const url = `http://127.0.0.1:${free.port}`
  const ask = (): Promise<boolean> => fetch(url).then(Boolean, () => false)
  await eventually(ask, (isThere) => isThere)
  return {
    url: `${url}${path}`,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** Why a program can't be tried here; false if it can. */
export const missing = (program: string, word = '-v'): string | false =>
  spawnSync(program, [word]).status !== 0 && `needs ${program}: apt-get install ${program}`

const haproxy = (port: number) => (own: number) =>
  `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen plants
  bind 127.0.0.1:${own}
  http-request replace-uri ([^/]*)/api/v2(/.*) \\1\\2
  server plants 127.0.0.1:${port}
`

const nginx = (port: number) => (own: number) => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path t;`)
  return `daemon off; pid nginx.pid; error_log /dev/null; events {}
http { access_log off; server_tokens off; ${temporary.join(' ')}
  server { listen 127.0.0.1:${own}; location / {
    proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Host $http_host;
    proxy_set_header Connection ""; } } }
`
}

interface Way {
  readonly open: (port: number, directory: string) => Promise<Transport>
  /** The program that it takes. */
  readonly needs?: string
  /** How to check what is behind it. */
  readonly words?: readonly string[]
}

/** By the given contract alone behind proxies, which have refusals of their own. */
export const transports: Readonly<Record<string, Way>> = {
  'https with a certificate of its own': { open: overTls, words: ['--cacert', certificateName] },
  'https over IPv6, with a certificate that nobody knows': {
    open: (port, directory) => overTls(port, directory, '::1'),
    words: ['--insecure'],
  },
  nginx: {
    needs: 'nginx',
    open: (port, directory) =>
      behind(directory, ['nginx', '-p', directory, '-e', 'stderr', '-c'], nginx(port)),
    words: ['--only', 'given'],
  },
  'HAProxy, which takes a path prefix away': {
    needs: 'haproxy',
    open: (port, directory) => behind(directory, ['haproxy', '-db', '-f'], haproxy(port), '/api/v2'),
    words: ['--only', 'given'],
  },
}
