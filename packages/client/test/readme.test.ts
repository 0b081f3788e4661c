/** Every sample of code in this README.md and in that of the contract runs, and prints what its comments say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeWorld, type Service, startService, temporaryDirectory } from '@plant-store/testkit'

const packages = ['packages/client', 'contracts'].map((name) => {
  const root = fileURLToPath(new URL(`../../../${name}`, import.meta.url))
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  return { name, root, samples: [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code) }
})

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

  for (const { name, root, samples } of packages) {
    assert.ok(samples.length > 3)
    for (const [index, sample] of samples.entries()) {
      it(`sample ${index + 1} of ${name} prints what its comments say`, async () => {
        const code = sample.replaceAll('http://127.0.0.1:8080', service.url)
        const env = { ...process.env, PLANT_STORE_TOKEN: token }
        const args = ['--input-type=module-typescript', '--eval', code]
        // Run from there, the package's own name resolves to the package, as in a consumer's project.
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
        const promised = [...sample.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`)
        assert.equal(stdout, promised.join(''))
      })
    }
  }

  it('the samples of the contract compile; matrix.long.ts compiles those of the client', async () => {
    const [, { root, samples } = assert.fail()] = packages
    // Inside the package, for the same reason; git ignores `.turbo`.
    await mkdir(join(root, '.turbo'), { recursive: true })
    const project = await mkdtemp(join(root, '.turbo', 'readme-'))
    try {
      for (const [index, code] of samples.entries()) await writeFile(join(project, `${index}.ts`), code)
      const config = { extends: '../../../tsconfig.base.json', include: ['*.ts'] }
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
      const compiler = join(root, '../node_modules/typescript/bin/tsc')
      await promisify(execFile)(process.execPath, [compiler, '--project', project])
    } finally {
      await rm(project, { recursive: true })
    }
  })
})
