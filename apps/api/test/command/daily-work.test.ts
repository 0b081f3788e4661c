/** Everyday work of an operator: renaming, disabling, single plants, and lists a page at a time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDesk } from './in-process.ts'
import { parseLines } from './run-here.ts'

describe('plant-store users', () => {
  it('renames and disables users, and lists who is disabled', async () => {
    await using desk = await openDesk()
    assert.equal(
      (await desk.run('users', 'rename', 'Mei', 'Mei Tanaka')).stdout,
      'Renamed user Mei to Mei Tanaka.\n',
    )
    assert.equal((await desk.run('users', 'disable', 'Mei Tanaka')).stdout, 'Disabled user Mei Tanaka.\n')
    assert.match((await desk.run('users', 'disable', 'Mei Tanaka')).stdout, /is disabled already/)
    assert.match((await desk.run('users', 'list')).stdout, /^Mei Tanaka +disabled/m)
    const token = await desk.run('tokens', 'create', 'Mei Tanaka', '--name', 'laptop')
    assert.match(token.stderr, /^User Mei Tanaka is disabled: the token is refused until/m)
    assert.equal((await desk.run('users', 'enable', 'Mei Tanaka')).stdout, 'Enabled user Mei Tanaka.\n')
    assert.match((await desk.run('users', 'enable', 'Mei Tanaka')).stdout, /is not disabled/)
    const taken = await desk.run('users', 'rename', 'Mei Tanaka', 'Jonas')
    assert.deepEqual([taken.code, taken.stderr], [4, 'There is a user named "Jonas" already.\n'])
  })
})

describe('plant-store groups', () => {
  it('shows who is in a group, and how many plants are granted to it', async () => {
    await using desk = await openDesk()
    const { stdout: json } = await desk.run('groups', 'show', 'herbarium', '--json')
    const [group] = parseLines(json)
    const users = group?.['users'] as { name: string }[]
    assert.ok(users.length > 0 && Number(group?.['grants']) > 0)
    const [{ name } = { name: '' }] = users
    await desk.run('users', 'disable', name)
    await desk.run('groups', 'rename', 'herbarium', 'national herbarium')
    const { stdout } = await desk.run('groups', 'show', 'national herbarium')
    assert.match(stdout, /^Group national herbarium, added .* UTC: [\d,]+ grants?, \d+ members?\.\n/)
    assert.ok(stdout.includes(`\n  ${name} (disabled)\n`), stdout)
    assert.equal((await desk.run('groups', 'show', 'herbarium')).code, 4)
  })
})

describe('plant-store plants', () => {
  it('adds and changes one plant, by its id or its key', async () => {
    await using desk = await openDesk()
    const added = await desk.run('plants', 'add', 'Ginkgo', '--key', 'g', '--tag', 'Tree', '--json')
    assert.deepEqual(parseLines(added.stdout), [{ id: 626, name: 'Ginkgo', tag: 'Tree', key: 'g' }])
    const set = async (...words: readonly string[]): Promise<string> =>
      (await desk.run('plants', 'set', ...words)).stdout
    assert.equal(
      await set('--key', 'g', '--name', 'Maidenhair'),
      'Changed plant 626: Maidenhair, tag Tree.\n',
    )
    assert.equal(await set('--plant', '626', '--no-tag'), 'Changed plant 626: Maidenhair, without a tag.\n')
    assert.equal(
      await set('--plant', '626', '--no-tag'),
      'Plant 626 needed no change: Maidenhair, without a tag.\n',
    )
    for (const [words, sentence] of [
      [['--name', 'x'], /Say which plant/],
      [['--plant', '1'], /Give a new name or tag/],
      [['--plant', '1', '--key', 'g', '--name', 'x'], /cannot be used with/],
    ] as const) {
      const { code, stderr } = await desk.run('plants', 'set', ...words)
      assert.equal(code, 2, stderr)
      assert.match(stderr, sentence)
    }
    assert.match((await desk.run('plants', 'add', 'Ginkgo', '--key', 'g')).stderr, /key "g" already/)
  })
})

describe('a long list', () => {
  it('is shown a page at a time, and says where to go on', async () => {
    await using desk = await openDesk()
    await desk.run('tokens', 'create', 'Mei', '--name', 'a')
    await desk.run('tokens', 'create', 'Mei', '--name', 'b')
    for (const list of ['users list', 'groups list', 'plants list', 'tokens list', 'audit']) {
      const all = parseLines((await desk.run(...list.split(' '), '--json')).stdout)
      const first = await desk.run(...list.split(' '), '--json', '--limit', '1')
      assert.deepEqual(parseLines(first.stdout), all.slice(0, 1), list)
      const after = Number(all[0]?.['id'])
      assert.deepEqual(parseLines(first.stderr), [{ next: { after } }], list)
      const rest = await desk.run(...list.split(' '), '--json', '--after', String(after), '--limit', '1000')
      assert.deepEqual([parseLines(rest.stdout), rest.stderr], [all.slice(1), ''], list)
    }
    const { stderr } = await desk.run('plants', 'list', '--limit', '2')
    assert.equal(stderr, 'There is more: go on with --after 2\n')
    for (const limit of ['0', '-1', 'many', '1.5']) {
      const wrong = await desk.run('users', 'list', '--limit', limit)
      assert.equal(wrong.code, 2)
      assert.match(wrong.stderr, /whole number above 0/)
    }
  })
})
