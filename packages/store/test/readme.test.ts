/** What the README shows works as it stands there. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openStore, readRecords, type RecordFormat } from '../src/index.ts'
import { maxNameLength, maxPlantTextLength } from '../src/text-rules.ts'
import { bytesOf, plantsOf } from './promises/world.ts'
import { readRaw } from './sqlite/raw-sqlite.ts'
import { temporaryDatabase } from './sqlite/temporary.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The example of a kind of file. */
function example(format: RecordFormat, kind: string): string {
  const [, text] = new RegExp(`\`\`\`${format} ${kind}\n(.*?)\`\`\``, 's').exec(readme) ?? []
  return text ?? assert.fail(`the README has no ${format} file of ${kind}`)
}

describe('the README', () => {
  it('shows files that can be imported, and imported again', async () => {
    const database = temporaryDatabase()
    const store = await openStore({ database })
    for (const [load, format, kind] of [
      ['importPlants', 'json', 'plants'],
      ['importUsers', 'csv', 'users'],
      ['importGrants', 'ndjson', 'grants'],
    ] as const) {
      const text = example(format, kind)
      const first = await store[load](readRecords(bytesOf(text), format), ({ reason }) => assert.fail(reason))
      assert.deepEqual([first.added, first.unchanged], [first.lines, 0])
      const again = await store[load](readRecords(bytesOf(text), format), ({ reason }) => assert.fail(reason))
      assert.deepEqual([again.added, again.unchanged], [0, first.lines])
    }
    assert.equal((await plantsOf(store, 'ada')).length, 3)
    assert.equal((await plantsOf(store, 'bob')).length, 3)
    await store.close()
  })

  it('names every table', () => {
    const tables = String(
      readRaw(
        temporaryDatabase(),
        "select group_concat(name, ' ') from sqlite_schema where type = 'table' and name not like 'sqlite%'",
      ),
    )
    for (const table of tables.split(' ')) assert.match(readme, new RegExp(`\\b${table}\\b`), table)
  })

  it('names the limits', () => {
    const [plantText, name] = [maxPlantTextLength, maxNameLength].map((limit) => limit.toLocaleString('en'))
    assert.ok(readme.includes(`1 to ${plantText}, ${plantText} and ${name} characters`))
  })
})
