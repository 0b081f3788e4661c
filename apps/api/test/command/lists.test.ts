/** What lists and results look like: for people, for programs, and for pipes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDemo, storeCommands } from './examples.ts'
import { parseLines } from './run-here.ts'
import { makePlace } from './place.ts'

describe('the output of plant-store', { concurrency: 3 }, () => {
  it('is JSON with --json: one value, or in lists one per line', async () => {
    const more = { lines: [['config'], ['verify'], ['backup', 'copy.db'], ['restore', 'copy.db', '--yes']] }
    for (const { lines } of [...storeCommands, more]) {
      await using place = await openDemo()
      const results: unknown[] = []
      for (const words of lines) {
        const { code, stdout, stderr } = await place.run(
          ...words.filter((word) => word !== '--json'),
          '--json',
        )
        assert.equal(code, 0, `${words.join(' ')}: ${stderr}`)
        for (const { msg, next } of parseLines(stderr)) assert.ok(msg === 'audit' || next, stderr)
        results.push(...parseLines(stdout))
      }
      assert.notEqual(results.length, 0, JSON.stringify(lines))
    }
  })

  it('has null for unset members, so that every object of a kind has the same members', async () => {
    await using place = await makePlace()
    await place.run('tokens', 'create', 'Mei', '--name', 'ci', '--expires', 'never')
    const [token] = parseLines((await place.run('tokens', 'list', '--json')).stdout)
    assert.deepEqual([token?.['expiresAt'], token?.['revokedAt']], [null, null])
  })

  it('has errors as JSON too, each with a code to switch on', async () => {
    await using place = await makePlace()
    const cases = {
      'users remove Nobody --yes': 'not-found',
      'users ad': 'usage',
      'users add Mei': 'conflict',
    }
    for (const [line, expected] of Object.entries(cases)) {
      const { stdout, stderr } = await place.run('--json', ...line.split(' '))
      assert.equal(stdout, '')
      assert.partialDeepStrictEqual(parseLines(stderr), [{ error: { code: expected } }])
    }
  })

  it('ends quietly when its reader stops reading, as head does', async () => {
    await using place = await makePlace()
    const plants = Array.from({ length: 5000 }, (_, at) => `{"name":"Plant ${at} of quite a long name"}\n`)
    await place.write('many.ndjson', plants.join(''))
    await place.run('import', 'plants', 'many.ndjson')
    for (const form of ['', '--json']) {
      const { stdout, stderr } = await place.shell(
        `(plant-store plants list ${form}; echo "code $?" >&2) | head -n 2`,
      )
      assert.equal(stdout.trim().split('\n').length, 2)
      assert.equal(stderr, 'code 0\n')
    }
  })

  it('includes the version and the help, both on standard output', async () => {
    await using place = await makePlace({ world: false })
    assert.match((await place.run('--version')).stdout, /^\d+\.\d+\.\d+\n$/)
    const { code, stdout, stderr } = await place.run('tokens', 'create', '--help')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /--expires <when>[^]*default: 90d[^]*--json[^]*Examples:/)
  })
})
