/** Every sample of code in README.md runs against the service, and prints what its comments say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeWorld, type Service, startService, temporaryDirectory } from '@plant-store/testkit'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)

describe('README.md', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let service: Service
  let token: string
  before(async () => {
    directory = await temporaryDirectory()
    const grantedTo = [{ user: 'ana' }]
    const plants = [
      { name: 'Alder', tag: 'Alnus', grantedTo },
      { name: 'Black alder', grantedTo },
      { name: 'Common alder', tag: 'Alnus', grantedTo },
    ]
    const world = await makeWorld(directory.path, { users: ['ana'], groups: {}, plants })
    token = world.users.ana.token
    service = await startService({ settings: { database: world.database } })
  })
  after(async () => {
    await service.stop()
    await directory.remove()
  })

  it('has samples', () => {
    assert.equal(samples.length, 4)
  })

  for (const [index, sample] of samples.entries()) {
    it(`sample ${index + 1} prints what its comments say`, async () => {
      const code = sample.replaceAll('http://127.0.0.1:8080', service.url)
      // Run from here, the package's own name resolves to the package, as in a consumer's project.
      const cwd = fileURLToPath(new URL('..', import.meta.url))
      const env = { ...process.env, PLANT_STORE_TOKEN: token }
      const args = ['--input-type=module-typescript', '--eval', code]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env })
      const promised = [...sample.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`)
      assert.equal(stdout, promised.join(''))
    })
  }
})
