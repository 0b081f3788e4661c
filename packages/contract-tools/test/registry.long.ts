/** A version that only a registry has: npm fetches it from there. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, it } from 'node:test'
import { promisify } from 'node:util'
import { type Served, serveOn, temporaryDirectory } from '@plant-store/testkit'
import { findBase } from '../src/versions/find-base.ts'
import { plantStore } from './diff/compare.ts'

const run = promisify(execFile)

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let served: Served
before(async () => {
  directory = await temporaryDirectory()
  const content = join(directory.path, 'package')
  await mkdir(content)
  const name = '@plant-store/contracts'
  await writeFile(join(content, 'package.json'), JSON.stringify({ name, version: '0.5.0' }))
  await writeFile(join(content, 'openapi.yaml'), plantStore)
  const file = join(directory.path, 'packed.tgz')
  await run('tar', ['-czf', file, '-C', directory.path, 'package'])
  const tarball = await readFile(file)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(tarball)
    if (decodeURIComponent(request.url ?? '') !== `/${name}`) return response.writeHead(404).end('{}')
    const dist = { tarball: `http://${request.headers.host}/contracts-0.5.0.tgz`, integrity }
    const versions = { '0.5.0': { name, version: '0.5.0', dist } }
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: '0.5.0' }, versions }))
  })
  served = await serveOn(server)
  process.env['npm_config_registry'] = `${served.url}/`
  process.env['npm_config_cache'] = join(directory.path, 'cache')
})
after(async () => {
  await served[Symbol.asyncDispose]()
  await directory.remove()
})

it('a version in the registry: its contract', async () => {
  const { name, version, document } = await findBase('0.5.0', directory.path)
  assert.deepEqual([name, version], ['@plant-store/contracts@0.5.0', '0.5.0'])
  assert.equal(document.name, 'plant-store-contracts-0.5.0.tgz:openapi.yaml')
})

it('a version that is not in the registry: a sentence', async () => {
  await assert.rejects(findBase('0.6.0', directory.path), {
    name: 'UserError',
    message:
      '@plant-store/contracts@0.6.0 is neither in contracts/released nor available from the registry that npm uses.',
  })
})
