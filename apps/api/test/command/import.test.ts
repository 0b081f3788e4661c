/** `plant-store import`: imports all of a file or nothing, from files and standard input. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseLines } from './run-here.ts'
import { makePlace, type Place } from './place.ts'

async function listPlants(place: Place): Promise<string> {
  return (await place.run('plants', 'list', '--json')).stdout
}

describe('plant-store import', { concurrency: 3 }, () => {
  it('names each bad line with its number and reason, and imports nothing', async () => {
    await using place = await makePlace()
    const before = await listPlants(place)
    await place.write(
      'plants.csv',
      'name,tag\nMonkey puzzle,Araucaria\n,Acer\nGinkgo,Ginkgo,extra\nMonkey puzzle,Araucaria\n"Fig\n',
    )
    const { code, stdout, stderr } = await place.run('import', 'plants', 'plants.csv')
    assert.equal(code, 5)
    assert.equal(stdout, '')
    assert.match(stderr, /^plants\.csv, line 3: .*name/m)
    assert.match(stderr, /^plants\.csv, line 4: .*found 3/m)
    assert.match(stderr, /^plants\.csv, line 6: .*quote/m)
    assert.doesNotMatch(stderr, /line [25]:/)
    assert.match(stderr, /^plants\.csv has 3 problems\. Nothing was imported\.$/m)
    assert.equal(await listPlants(place), before)
  })

  it('names the line of an item of a JSON array, and reports problems as JSON when asked', async () => {
    await using place = await makePlace()
    await place.write('users.json', '[\n  {"name":"Lena"},\n  {"nam":"Otto"}\n]')
    const { code, stderr } = await place.run('import', 'users', 'users.json', '--json')
    assert.equal(code, 5)
    const [problem, error] = parseLines(stderr)
    assert.partialDeepStrictEqual(problem, { problem: { line: 3 } })
    assert.partialDeepStrictEqual(error, { error: { code: 'file' } })
    assert.match((await place.run('import', 'users', 'users.json')).stderr, /^users\.json, line 3: /)
    assert.doesNotMatch((await place.run('users', 'list')).stdout, /Lena/)
  })

  it('shows the first twenty problems, and counts the others', async () => {
    await using place = await makePlace()
    await place.write('plants.ndjson', '{"nam":"Fig"}\n'.repeat(4330))
    const { code, stderr } = await place.run('import', 'plants', 'plants.ndjson')
    assert.equal(code, 5)
    const lines = stderr.trim().split('\n')
    assert.equal(lines.length, 22)
    assert.match(lines[19] ?? '', /^plants\.ndjson, line 20: /)
    assert.equal(lines[20], '… and 4,310 more')
    assert.equal(lines[21], 'plants.ndjson has 4,330 problems. Nothing was imported.')
    const json = parseLines((await place.run('import', 'plants', 'plants.ndjson', '--json')).stderr)
    assert.equal(json.length, 21)
  })

  it('reports a wrong header as one problem', async () => {
    await using place = await makePlace()
    await place.write('plants.csv', `nmae,tag\n${'Fig,Ficus\n'.repeat(1000)}`)
    const { code, stderr } = await place.run('import', 'plants', 'plants.csv')
    assert.equal(code, 5)
    assert.match(
      stderr,
      /^plants\.csv, line 1: .*nmae.*\nplants\.csv has 1 problem\. Nothing was imported\.\n$/,
    )
  })

  it('leaves out columns when told to, and names what a spreadsheet must be saved as', async () => {
    await using place = await makePlace()
    await place.write('plants.csv', 'name;key;Colour\r\nRosé;am-1;red\r\n')
    const argv = ['import', 'plants', 'plants.csv'] as const
    const refused = await place.run(...argv)
    assert.match(refused.stderr, /line 1: Unknown column "Colour"; .*--ignore-column "Colour"\.$/m)
    assert.match((await place.run(...argv, '--ignore-column', 'Colour')).stdout, /^Imported 1 record /)
    assert.match((await place.run('plants', 'list', '--key', 'am-1')).stdout, /Rosé/)
    await writeFile(join(place.path, 'plants.csv'), Buffer.from('name\nRosé\n', 'latin1'))
    for (const file of ['plants.csv', 'plants.xlsx']) {
      const { code, stderr } = await place.run('import', 'plants', file)
      assert.deepEqual([code, stderr.includes('"CSV UTF-8"')], [5, true])
    }
  })

  it('reads standard input, in each format', async () => {
    await using place = await makePlace()
    const inputs = {
      csv: 'name,tag\nGinkgo,Ginkgo\n',
      json: '[{"name":"Ginkgo","tag":"Ginkgo"}]',
      ndjson: '{"name":"Ginkgo","tag":"Ginkgo"}\n',
    }
    const outcomes: unknown[] = []
    for (const [format, input] of Object.entries(inputs)) {
      const ended = await place.runOn(input, 'import', 'plants', '-', '--format', format, '--json')
      outcomes.push(...parseLines(ended.stdout))
    }
    // The same plant each time: first it is new, then known.
    assert.partialDeepStrictEqual(outcomes, [{ added: 1 }, { unchanged: 1 }, { unchanged: 1 }])
  })

  it('accepts the records that its help shows', async () => {
    await using place = await makePlace()
    for (const kind of ['plants', 'users', 'grants']) {
      const { stdout: help } = await place.run('import', kind, '--help')
      const records = help.match(/^ +\{.*\}$/gm) ?? []
      assert.ok(records.length >= 2)
      const input = records.join('\n')
      const ended = await place.runOn(input, 'import', kind, '-', '--format', 'ndjson')
      assert.equal(ended.code, 0, ended.stderr)
    }
  })
})
