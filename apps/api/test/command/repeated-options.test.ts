/** An option given twice: refused if it takes one value, combined if it takes several. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Command, Option } from 'commander'
import { makeProgram } from '../../src/command/program.ts'
import { parseLines } from './run-here.ts'
import { makePlace, type Place } from './place.ts'

describe('an option given twice', { concurrency: 3 }, () => {
  it('combines its values if it selects plants', async () => {
    await using place = await makePlace()
    const count = async (...words: readonly string[]): Promise<number> =>
      parseLines((await place.run('plants', 'list', '--json', ...words)).stdout).length
    const [maples, oaks] = [await count('--tag', 'Acer'), await count('--tag', 'Quercus')]
    assert.ok(maples > 0 && oaks > 0)
    assert.equal(await count('--tag', 'Acer', '--tag', 'Quercus'), maples + oaks)
    assert.equal(await count('--plant', '3', '--plant', '1', '--plant', '3'), 2)
    assert.equal(await count('--name', 'Bamboo', '--name', 'Tea'), 2)
    // Different options still narrow the selection.
    assert.equal(await count('--name', 'Bamboo', '--name', 'Tea', '--tag', 'Acer'), 0)
    const granted = await place.run('grants', 'add', '--user', 'Rafael', '--tag', 'Acer', '--tag', 'Quercus')
    assert.equal(granted.code, 0, granted.stderr)
    assert.equal(await countGrants(place, 'Rafael'), maples + oaks)
    await place.run('grants', 'remove', '--user', 'Rafael', '--tag', 'Quercus', '--tag', 'Acer')
    assert.equal(await countGrants(place, 'Rafael'), 0)
    await place.run('plants', 'remove', '--plant', '1', '--plant', '2', '--yes')
    assert.equal(await count(), 623)
  })
})

describe('every option of every command', () => {
  for (const [path, option] of allOptions(makeProgram({ ...process, json: false }))) {
    it(`plant-store ${path} ${option.flags} is refused when it is given twice`, async () => {
      const given = [`--${option.name()}`, ...(option.required ? [validValue(option)] : [])]
      const argv = [...path.split(' ').filter((word) => word !== ''), ...given, ...given]
      const parsing = makeProgram({ ...process, json: false }).parseAsync(argv, { from: 'user' })
      await assert.rejects(parsing, /was given more than once/)
    })
  }
})

function validValue({ argChoices, flags }: Option): string {
  if (/<when>|<duration>/.test(flags)) return '1d'
  if (flags.includes('<encoding>')) return 'latin1'
  return argChoices?.[0] ?? '1'
}

/** The options that take only one value, each with the words that lead to its command. */
function allOptions(command: Command, path = ''): readonly (readonly [path: string, option: Option])[] {
  const own = command.options.filter(({ variadic, long }) => !variadic && long !== '--version')
  const below = command.commands.flatMap((child) => allOptions(child, `${path} ${child.name()}`))
  return [...own.map((option) => [path.trim(), option] as const), ...below]
}

async function countGrants(place: Place, user: string): Promise<number> {
  return parseLines((await place.run('grants', 'list', '--user', user, '--json')).stdout).length
}
