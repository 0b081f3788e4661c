/** What operators type, and what they read: each list of lines in order, on a sample world of its own. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDemo, storeCommands } from './examples.ts'
import { makePlace } from './place.ts'
import { parseLines } from './run-here.ts'

/** What is typed; what is said on standard output, or on standard error if that is empty; the exit code if not 0. */
type Line = readonly [typed: string, said: string | RegExp, code?: number]

const transcripts: Readonly<Record<string, readonly Line[]>> = {
  'users are renamed, disabled and enabled': [
    ['users rename Mei Tanaka', 'Renamed user Mei to Tanaka.\n'],
    ['users disable Tanaka', 'Disabled user Tanaka.\n'],
    ['users disable Tanaka', 'User Tanaka is disabled already.\n'],
    ['users list', /^Tanaka +disabled/m],
    ['users enable Tanaka', 'Enabled user Tanaka.\n'],
    ['users enable Tanaka', 'User Tanaka is not disabled.\n'],
    ['users rename Tanaka Jonas', 'There is a user named "Jonas" already.\n', 4],
  ],
  'a group says who is in it, and how many plants are granted to it': [
    ['users disable Jonas', 'Disabled user Jonas.\n'],
    ['groups rename herbarium national', 'Renamed group herbarium to national.\n'],
    [
      'groups show national',
      /^Group national, added .* UTC: [\d,]+ grants, \d members\.\n[^]*\n {2}Jonas \(disabled\)\n/,
    ],
    ['groups show herbarium', 'There is no group named "herbarium".\n', 4],
    ['groups add-member national Mei', 'Mei is now a member of national.\n'],
    ['groups add-member national Mei', 'Mei is already a member of national.\n'],
  ],
  'a plant is added and changed, by its id or its key': [
    ['plants add Ginkgo --key g --tag Tree --json', '{"id":626,"name":"Ginkgo","tag":"Tree","key":"g"}\n'],
    ['plants add Ginkgo --key g', /key "g" already/, 4],
    ['plants set --key g --name Maidenhair', 'Changed plant 626: Maidenhair, tag Tree.\n'],
    ['plants set --plant 626 --no-tag', 'Changed plant 626: Maidenhair, without a tag.\n'],
    ['plants set --plant 626 --no-tag', 'Plant 626 needed no change: Maidenhair, without a tag.\n'],
    ['plants list --plant 3 --plant 1 --plant 3 --json', /^\{"id":1,.*\n\{"id":3,.*\n$/],
    ['plants list --name Bamboo --name Tea --tag Acer', 'No plant matches.\n'],
  ],
  'a standing grant reaches plants added later, is listed as standing, and can be revoked': [
    [
      'grants add --user Mei --tag Taxus --standing',
      'Granted tag Taxus to user Mei, also in future: 0 plants now. No plant has that tag yet: is it spelled right?\n',
    ],
    [
      'grants add --user Mei --tag Taxus --standing',
      /^The standing grant of tag Taxus to user Mei is there already: 0 plants now\./,
    ],
    ['plants add Yew --tag Taxus', 'Added plant 626, Yew, tag Taxus.\n'],
    ['access user Mei', /\n\d+ +Yew +Taxus +own grant \(standing, tag Taxus\)\n/],
    [
      'grants list --standing',
      'GRANTED TO  PLANT     NAME                      TAG\nuser Mei    standing  (every plant of the tag)  Taxus\n',
    ],
    [
      'grants remove --user Mei --tag Taxus --standing',
      'Revoked the standing grant of tag Taxus from user Mei: 1 plant now.\n',
    ],
    [
      'grants remove --user Mei --tag Taxus --standing',
      'There is no standing grant of tag Taxus to user Mei; list them with: plant-store grants list --standing --user Mei.\n',
    ],
    ['access user Mei', /^PLANT(?!.*Yew)/s],
  ],
  'a revocation says how the plants are still seen': [
    ['grants add --group kitchen --tag Acer --standing', /^Granted tag Acer to group kitchen/],
    [
      'grants remove --user Ines --tag Acer',
      'Revoked 0 plants from user Ines. 18 plants needed no change. Still seen by user Ines: 18 plants through group herbarium; 18 plants through group kitchen (standing, tag Acer).\n',
    ],
    [
      'grants remove --group herbarium --tag Acer',
      'Revoked 18 plants from group herbarium. Still seen by group herbarium: 18 plants by 1 member through group kitchen (standing, tag Acer).\n',
    ],
    [
      'grants remove --user Ines --tag Acer --json',
      '{"matched":18,"changed":0,"stillSeen":[{"group":"kitchen","standing":{"tag":"Acer"},"users":1,"plants":18}]}\n',
    ],
  ],
  'who sees a plant is listed, and through which grants': [
    [
      'access plant 25',
      'USER  NAME   THROUGH\n1     Amara  own grant\n2     Jonas  group herbarium\n3     Ines   group herbarium\n',
    ],
    ['users disable Jonas', 'Disabled user Jonas.\n'],
    ['access plant 25', /^2 +Jonas \(disabled\) +group herbarium$/m],
    ['access plant 25 --after 3', 'No user after 3 sees plant 25.\n'],
    ['access plant 999', /999/, 4],
    ['grants add --user Mei --all --standing', /^Granted all plants to user Mei/],
    [
      'grants list --user Mei --limit 1',
      /^GRANTED TO .*\nuser Mei +standing +\(every plant\)\nuser Mei +33 +Bamboo .*\n$/,
    ],
    ['grants list --user Mei --after 33 --json', /^(?:\{.*\}\n){4}$/],
  ],
}

describe('what is said', { concurrency: 3 }, () => {
  for (const [what, lines] of Object.entries(transcripts)) {
    it(`when ${what}`, async () => {
      await using place = await makePlace()
      for (const [typed, said, code = 0] of lines) {
        const ended = await place.run(...typed.split(' '))
        const text = ended.stdout === '' ? ended.stderr : ended.stdout
        assert.equal(ended.code, code, `${typed}: ${ended.stderr}`)
        if (typeof said === 'string') assert.equal(text, said, typed)
        else assert.match(text, said, typed)
      }
    })
  }
})

it('a long list is shown a page at a time, and says where to go on', async () => {
  await using place = await openDemo()
  const idOf = (row: Record<string, unknown> = {}): number =>
    Number(row['id'] ?? ((row['plant'] ?? row['user']) as { id: number }).id)
  for (const { lists, lines } of storeCommands) {
    if (lists === undefined) continue
    const words = [...(lines[0] ?? []), '--json']
    const list = words.join(' ')
    const all = parseLines((await place.run(...words)).stdout)
    const first = await place.run(...words, '--limit', '1')
    assert.deepEqual(parseLines(first.stdout), all.slice(0, 1), list)
    const after = idOf(all[0])
    assert.deepEqual(parseLines(first.stderr), [{ next: { after } }], list)
    const rest = await place.run(...words, '--after', String(after), '--limit', String(all.length - 1))
    assert.deepEqual([parseLines(rest.stdout), rest.stderr], [all.slice(1), ''], list)
  }
  const { stderr } = await place.run('plants', 'list', '--limit', '2')
  assert.equal(stderr, 'There is more: go on with --after 2\n')
})
