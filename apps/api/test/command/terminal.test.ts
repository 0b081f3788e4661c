/** What a person at a terminal sees. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { type Column, openTable } from '../../src/command/terminal/table.ts'
import { hideSecrets } from '../../src/command/terminal/text.ts'
import { type Ended, makePlace, type Place } from './place.ts'

const isScriptHere = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false

/** Runs a command line in a terminal in which somebody answers the question. */
function atTerminal(place: Place, line: string, typed: string): Promise<Ended> {
  return place.shell(`exec script -qec "${line}" /dev/null`, { typeAt: ['Type yes to go on', typed] })
}

describe('a real terminal', { skip: !isScriptHere && 'needs script(1) of util-linux' }, () => {
  it('is asked before a restore; after Ctrl-C, Ctrl-D or no, nothing changes', async () => {
    await using place = await makePlace()
    await place.run('backup', 'copy.db')
    await place.run('users', 'add', 'Lena')
    for (const typed of ['no\n', '\u0003', '\u0004']) {
      const declined = await atTerminal(place, 'plant-store restore copy.db', typed)
      assert.equal(declined.code, 130, declined.stdout)
      assert.match(declined.stdout, /copy\.db[^]*Nothing was changed/)
      assert.match((await place.run('users', 'list')).stdout, /Lena/)
    }
    const confirmed = await atTerminal(place, 'plant-store restore copy.db', 'yes\n')
    assert.equal(confirmed.code, 0, confirmed.stdout)
    assert.doesNotMatch((await place.run('users', 'list')).stdout, /Lena/)
  })

  it('has a progress bar while a file is imported', async () => {
    await using place = await makePlace()
    await place.write('users.json', '[{"name":"Lena"}]')
    const { code, stdout } = await atTerminal(place, 'plant-store import users users.json', '')
    assert.equal(code, 0, stdout)
    assert.match(stdout, /users\.json [█░]+ \d+%[^]*\n?.*1 added/)
  })
})

describe('a table', () => {
  const columns: readonly Column<readonly [string, string]>[] = [
    { title: 'A', cell: ([first]) => first },
    { title: 'B', cell: ([, second]) => second },
  ]

  it('is aligned whatever the width of its characters', () => {
    const table = openTable(columns)([
      ['Bamboo', '1'],
      ['竹', '2'],
      ['Bambú\u0301', '3'],
    ])
    assert.equal(table, 'A       B\nBamboo  1\n竹      2\nBambú\u0301   3\n')
  })

  it('has its titles once, however many rows there are', () => {
    const print = openTable(columns)
    assert.equal(print([['Bamboo', '1']]) + print([['Fig', '2']]), 'A       B\nBamboo  1\nFig     2\n')
  })
})

describe('what may be a secret', () => {
  it('is hidden: a token, a part of one, and the user in an address', () => {
    const tail = 'x'.repeat(49)
    assert.equal(
      hideSecrets(`pst_${tail} "pst_cut" --${tail}= http://ada:hush@localhost/plants`),
      '(hidden) "(hidden)" --(hidden)= http://(hidden)@localhost/plants',
    )
    assert.equal(
      hideSecrets('//ada:hush@localhost/plants postgres://ada:hush@localhost/plants'),
      '//(hidden)@localhost/plants postgres://ada:(hidden)@localhost/plants',
    )
    assert.equal(
      hideSecrets('The user ada@example.org has no token.'),
      'The user ada@example.org has no token.',
    )
  })
})
