/** What edits.yaml says of oasdiff's verdicts is what that version of it says. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@plant-store/testkit'
import { parse } from 'yaml'
import { edit, read, rich } from './compare.ts'

const run = promisify(execFile)
const version = /oasdiff (?<version>\d+\.\d+\.\d+)/.exec(read('edits.yaml'))?.groups?.['version']
const { meaning } = parse(read('edits.yaml')) as {
  readonly meaning: readonly {
    readonly what: string
    readonly from?: Readonly<Record<string, unknown>>
    readonly set?: Readonly<Record<string, unknown>>
    readonly delete?: readonly string[]
    readonly oasdiff: string
  }[]
}

it(`oasdiff ${version}: its verdict on each of ${meaning.length} edits`, async (t) => {
  const hasGo = await run('go', ['version']).then(
    () => true,
    () => false,
  )
  if (!hasGo) {
    t.skip('Go is not installed')
    return
  }
  const directory = await temporaryDirectory()
  t.after(() => directory.remove())
  const [before, now] = ['before.yaml', 'now.yaml'].map((name) => join(directory.path, name)) as [
    string,
    string,
  ]
  const env = { ...process.env, GOBIN: directory.path }
  await run('go', ['install', `github.com/oasdiff/oasdiff@v${version}`], { env })
  const args = ['changelog', '--flatten-allof', '--flatten-params', '--format=json', before, now]
  for (const { what, from = {}, set = {}, delete: gone = [], oasdiff } of meaning) {
    await writeFile(before, edit(rich, from))
    await writeFile(now, edit(edit(rich, from), set, gone))
    const { stdout } = await run(join(directory.path, 'oasdiff'), args)
    const changes = JSON.parse(stdout) as readonly { readonly level: number }[]
    const level = Math.max(0, ...changes.map((change) => change.level))
    assert.equal(['none', 'INFO', 'WARN', 'ERR'][level], oasdiff, what)
  }
})
