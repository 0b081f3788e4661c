/** Where what is installed is kept: as the XDG Base Directory Specification has it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const module = new URL('../src/cache-directory.ts', import.meta.url).href
const program = `process.stdout.write((await import(${JSON.stringify(module)})).cacheDirectory)`

for (const [env, due] of [
  [{ HOME: '/home/ana' }, '/home/ana/.cache'],
  [{ HOME: '/home/ana', XDG_CACHE_HOME: '/var/cache' }, '/var/cache'],
  [{ HOME: '/home/ana', XDG_CACHE_HOME: 'cache' }, '/home/ana/.cache'],
  // As in a container, for a user whom the system does not know.
  [{}, '/tmp'],
] as const)
  test(`with ${JSON.stringify(env)}`, () => {
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env })
    assert.equal(said.toString(), `${due}/plant-store-conformance`)
  })
