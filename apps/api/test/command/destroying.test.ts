/** A destroying command first says what will go, and asks; a dry run changes nothing. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import { type Ended, makePlace, type Place } from './place.ts'
import { parseLines } from './run-here.ts'

/** The part of the database that every change alters: counts of rows, users and the audit trail. */
function stateOf({ database }: Place): string {
  const tables = ['plant', 'users', 'groups', 'membership', 'user_grant', 'group_grant', 'token', 'audit']
  const connection = new DatabaseSync(database, { readOnly: true })
  try {
    const counts = tables.map((table) => connection.prepare(`select count(*) as rows from ${table}`).get())
    const users = connection.prepare('select * from users').all()
    return JSON.stringify([counts, users, connection.prepare('select * from audit').all()])
  } finally {
    connection.close()
  }
}

/** Each command with its words for what goes. */
const destroying = {
  'users remove Mei': /user Mei with [\d,]+ grants?, \d memberships? and 1 token\./,
  'groups remove herbarium': /group herbarium with [\d,]+ grants? and \d members?\./,
  'plants remove --tag Acer': /[\d,]+ plants and all grants of them\./,
  'plants remove --all': /625 plants and all grants of them\./,
  'tokens purge --dead-for 0s': /1 token, expired or revoked before .*\./,
  'audit purge --older-than 0s': /6 entries from before .*\./,
} as const

async function makeBusyPlace(): Promise<Place> {
  const place = await makePlace()
  await place.run('tokens', 'create', 'Mei', '--name', 'laptop')
  await place.run('tokens', 'revoke', '1')
  return place
}

describe('a command that destroys', () => {
  for (const [line, what] of Object.entries(destroying)) {
    it(`is refused if nobody can be asked, rehearsed with --dry-run, and done with --yes: ${line}`, async () => {
      await using place = await makeBusyPlace()
      const before = stateOf(place)
      const words = line.split(' ')
      const refused = await place.run(...words)
      assert.equal(refused.code, 2)
      assert.match(refused.stderr, new RegExp(`^This \\w+s ${what.source} Give --yes to do it`))
      const json = await place.run(...words, '--json')
      assert.partialDeepStrictEqual(parseLines(json.stderr), [{ error: { code: 'usage' } }])
      const tried = await place.run(...words, '--dry-run')
      assert.equal(tried.code, 0)
      assert.match(tried.stdout, new RegExp(`^Would \\w+ ${what.source} Nothing was changed\\.\n$`))
      const [value] = parseLines((await place.run(...words, '--dry-run', '--json')).stdout)
      assert.equal(value?.['dryRun'], true)
      assert.equal(stateOf(place), before)
      const done = await place.run(...words, '--yes')
      assert.equal(done.code, 0, done.stderr)
      assert.match(done.stdout, new RegExp(`^[A-Z]\\w+d ${what.source}\n$`))
      assert.notEqual(stateOf(place), before)
    })
  }

  it('asks at a terminal, and does nothing without a yes', async () => {
    await using place = await makeBusyPlace()
    const before = stateOf(place)
    for (const typed of ['no\n', '\n', '']) {
      const { code, stderr } = await place.runAtTerminal(typed, 'users', 'remove', 'Mei')
      assert.equal(code, 130)
      assert.match(
        stderr,
        /This removes user Mei with .*\.\r?\nType yes to go on: [^]*Nothing was changed\.\n$/,
      )
    }
    assert.equal(stateOf(place), before)
    const { code, stdout } = await place.runAtTerminal('yes\n', 'users', 'remove', 'Mei')
    assert.equal(code, 0)
    assert.match(stdout, /^Removed user Mei with/)
  })

  for (const [engine, makeDatabase] of [
    ['SQLite', makePlace],
    ['PostgreSQL', async () => makePlace({ url: (await createDatabase()).url })],
  ] as const) {
    it(`does what was confirmed, and asks again if that has changed meanwhile, over ${engine}`, async () => {
      await using place = await makeDatabase()
      await place.run('migrate')
      const addPlant = (key: string): Promise<Ended> =>
        place.run('plants', 'add', 'Moss', '--key', key, '--tag', 'm')
      await addPlant('1')
      const words = ['plants', 'remove', '--tag', 'm'] as const
      const meddle = (last: string) => async (said: string) => {
        if (said.includes('meanwhile')) return last
        await addPlant(String(Math.random()))
        return 'yes'
      }
      const declined = await place.runAtTerminal(meddle('no'), ...words)
      assert.equal(declined.code, 130, declined.stderr)
      assert.match(
        declined.stderr,
        /removes 1 plant and .*meanwhile.* removes 2 plants and .*Nothing was changed\.\n$/s,
      )
      const confirmed = await place.runAtTerminal(meddle('yes'), ...words)
      assert.deepEqual([confirmed.code, confirmed.stdout], [0, 'Removed 3 plants and all grants of them.\n'])
    })
  }

  it('reports a missing user, group or plant before it asks', async () => {
    await using place = await makePlace()
    assert.deepEqual(await place.runAtTerminal('', 'users', 'remove', 'Nobody'), {
      code: 4,
      stdout: '',
      stderr: 'There is no user named "Nobody".\n',
    })
    assert.match((await place.run('plants', 'remove', '--tag', 'Nothing')).stderr, /^No plant matches/)
  })
})

describe('a dry run', () => {
  it('of an import, of grants and of a membership says what would be done, and changes nothing', async () => {
    await using place = await makePlace()
    const file = join(place.path, 'plants.json')
    await writeFile(file, '[{"name":"Ginkgo"},{"name":"Fern"}]')
    const bad = join(place.path, 'bad.json')
    await writeFile(bad, '[{"name":""}]')
    const before = stateOf(place)
    const lines = [
      [
        ['import', 'plants', file],
        /^Would import 2 records of .*plants.json: 2 added, 0 updated, 0 unchanged\. Nothing was changed\.\n$/,
      ],
      [
        ['grants', 'add', '--user', 'Rafael', '--tag', 'Acer'],
        /^Would grant \d+ plants to user Rafael\. Nothing/,
      ],
      [['grants', 'remove', '--user', 'Mei', '--all'], /^Would revoke \d+ plants from user Mei\./],
      [['groups', 'remove-member', 'herbarium', 'Amara'], /^(?:Would remove Amara|Amara is not)/],
      [['plants', 'set', '--plant', '1', '--name', 'x'], /^Would change plant 1: x/],
    ] as const
    for (const [words, sentence] of lines) {
      const { code, stdout, stderr } = await place.run(...words, '--dry-run')
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, sentence)
      assert.equal(parseLines((await place.run(...words, '--dry-run', '--json')).stdout)[0]?.['dryRun'], true)
    }
    assert.equal((await place.run('import', 'plants', bad, '--dry-run')).code, 5)
    assert.equal(stateOf(place), before)
  })
})
