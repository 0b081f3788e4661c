/** Python trusts the authorities that Node trusts, so a service with a certificate of a private one can be judged. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serveOn } from '@plant-store/raw-http'
import { temporaryDirectory } from '@plant-store/testkit'

test('an authority added to those of Node is trusted', async () => {
  await using directory = await temporaryDirectory()
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(directory.path, name))
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  execFileSync('openssl', words.split(' ').concat('-keyout', key ?? '', '-out', certificate ?? ''))
  const identity = { key: await readFile(key ?? ''), cert: await readFile(certificate ?? '') }
  let asked = 0
  const server = createServer(identity, (request, response) => {
    asked += 1
    // The run stops after several unanswered requests in a row.
    if (asked > 1) request.socket.destroy()
    else
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":40101,"message":"No."}')
  })
  await using served = await serveOn(server)
  const program = fileURLToPath(new URL('judge-alone.ts', import.meta.url))
  await promisify(execFile)(
    process.execPath,
    [program, served.url.replace('http://127.0.0.1', 'https://localhost')],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate } },
  )
  assert.ok(asked > 1, String(asked))
})
