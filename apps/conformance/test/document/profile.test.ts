/** Our own contract as any document, and the profile that docs/proof/profiles.md shows. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import { uncut } from '../../mutants/faults/lists.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld, toWorldFile } from '../../mutants/server/world.ts'
import { type Run, run } from '../run/run.ts'
import { unhurriedMs } from '../subject.ts'

const pathOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))
const contract = pathOf('@plant-store/contracts/openapi.yaml')
const example = pathOf('../../examples/profile.ts')

async function check(url: string, profile: string): Promise<Run> {
  await using directory = await temporaryDirectory()
  const world = join(directory.path, 'world.json')
  await writeFile(world, JSON.stringify(toWorldFile(fixedWorld)))
  const words = ['check', url, '--contract', contract, '--world', world, '--profile', profile]
  return await run([...words, '--budget', 'quick'], { timeMs: unhurriedMs })
}

describe('a profile', () => {
  test('is kept by a service that keeps it', async () => {
    await using server = await startMutant({ change: () => ({}), world: fixedWorld })
    const { code, stdout, stderr } = await check(server.url, example)
    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /^ *Profile +█+$/m)
  })

  test('is broken by one that does not, which is shown with the shortest request', async () => {
    await using server = await startMutant({ change: uncut, world: fixedWorld })
    const { code, stdout } = await check(server.url, example)
    assert.equal(code, 1, stdout)
    assert.match(
      stdout,
      /With limit=n at most n plants come back\.\n +.*openapi\.yaml:\d+ +limit-caps-the-list/,
    )
    assert.match(stdout, /got +\d+ plants\n +expected +at most \d+ plants\n +curl .*\/plants\?limit=\d+/)
  })

  test('that can’t be used is named, with what is wrong', async () => {
    await using directory = await temporaryDirectory()
    const cases = [
      ['export default 1', /is no profile: it exports `rules`/],
      ['export default {', /can't be loaded: /],
      [undefined, /can't be loaded: Cannot find module/],
    ] as const
    for (const [index, [text, message]] of cases.entries()) {
      const file = join(directory.path, `${index}.mjs`)
      if (text !== undefined) await writeFile(file, text)
      const { code, stderr } = await check('http://127.0.0.1:9', file)
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
  })
})
