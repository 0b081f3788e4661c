/** `plant-store copy`: what it says, and what it needs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import { makePlace } from './place.ts'
import { parseLines } from './run-here.ts'

describe('plant-store copy', { concurrency: 3 }, () => {
  it('says what it would copy, what it copied, and that source and copy are the same', async () => {
    await using place = await makePlace()
    const { url } = await createDatabase()
    const dry = await place.run('copy', '--to', url, '--dry-run')
    assert.match(
      dry.stdout,
      /^Would copy .*plant-store\.db to postgres:\S+: 625 plants, 5 users, 0 tokens\. Nothing was changed\.\n$/,
      dry.stderr,
    )
    const { code, stdout, stderr } = await place.run('copy', '--to', url)
    assert.equal(code, 0, stderr)
    assert.match(
      stdout,
      /^Copied .*: 625 plants, 5 users, 0 tokens\. All 12 tables \([\d,]+ rows\) are the same in both\.\n$/,
    )
    assert.partialDeepStrictEqual(parseLines(stderr), [{ msg: 'audit', command: 'copy' }])
    const back = await place.run('copy', '--from', url, '--to', `${place.path}/back.db`, '--json')
    assert.partialDeepStrictEqual(parseLines(back.stdout), [
      { dryRun: false, tables: [{ table: 'plant', rows: 625 }] },
    ])
  })

  it('shows its progress in a terminal, and nowhere else', async () => {
    await using place = await makePlace()
    const { code, stdout, stderr } = await place.runAtTerminal('', 'copy', '--to', `${place.path}/copy.db`)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /copying .* \d+%/)
    assert.doesNotMatch(stdout, /%/)
  })

  it('refuses anything that is not a database, without showing a password', async () => {
    await using place = await makePlace()
    const { code, stderr } = await place.run('copy', '--to', 'postgres://ada:sEcrEt@host/plants?pool=3')
    assert.equal(code, 2)
    assert.match(stderr, /^--to must be a path or an address of PostgreSQL\. .*parameter "pool"/)
    assert.doesNotMatch(stderr, /sEcrEt/)
    const missing = await place.run('copy')
    assert.equal(missing.code, 2)
    assert.match(missing.stderr, /required option '--to <path>'/)
  })
})
