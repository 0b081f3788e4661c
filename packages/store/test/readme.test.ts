/** What the README, and the page on files to import, show works exactly as printed. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { openStore, readRecords, type RecordFormat } from '../src/index.ts'
import { maxNameLength, maxPlantTextLength } from '../src/text-rules.ts'
import { bytesOf, plantsOf } from './promises/world.ts'
import { readRaw, temporaryDatabase, temporaryPath } from './sqlite/temporary.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const files = readFileSync(new URL('../../../docs/operations/import-files.md', import.meta.url), 'utf8')

/** The page's example of a kind of file. */
function example(format: RecordFormat, kind: string): string {
  const [, text] = new RegExp(`\`\`\`${format} ${kind}\n(.*?)\`\`\``, 's').exec(files) ?? []
  return text ?? assert.fail(`the page has no ${format} file of ${kind}`)
}

describe('the README', () => {
  it('begins with a program that does what it says', () => {
    const [, program = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
    const file = temporaryPath('program.ts')
    const index = new URL('../src/index.ts', import.meta.url).href
    writeFileSync(file, program.replace("'@plant-store/store'", `'${index}'`))
    const output = execFileSync(process.execPath, [file], { cwd: dirname(file), encoding: 'utf8' })
    assert.match(output, /plants: \[\]/)
  })

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
    assert.ok(files.includes(`1 to ${plantText}, ${plantText} and ${name} characters`))
  })
})
