/** Standing grants, and who sees what through which grants, as the command reports it. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type Desk, openDesk } from './in-process.ts'
import { parseLines } from './run-here.ts'

/** What a command says about its result, or about having none. It must succeed. */
async function say(place: Desk, line: string, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await place.run(...line.split(' '), ...words)
  assert.equal(code, 0, `${line}\n${stderr}`)
  return stdout === '' ? stderr : stdout
}

describe('a standing grant', () => {
  it('reaches plants added later, is listed as standing, and can be revoked', async () => {
    await using place = await openDesk()
    const file = join(place.path, 'yew.ndjson')
    await writeFile(file, '{"name":"Yew","tag":"Taxus","key":"yew"}\n')
    assert.equal(
      await say(place, 'grants add --user Mei --tag Taxus --standing'),
      'Granted tag Taxus to user Mei, also in future: 0 plants now. No plant has that tag yet: is it spelled right?\n',
    )
    assert.match(
      await say(place, 'grants add --user Mei --tag Taxus --standing'),
      /^The standing grant of tag Taxus to user Mei is there already: 0 plants now\./,
    )
    await say(place, 'import plants', file)
    await say(place, 'plants remove --key yew --yes')
    await say(place, 'import plants', file)
    assert.match(
      await say(place, 'access user Mei'),
      /\n\d+ +Yew +Taxus +own grant \(standing, tag Taxus\)\n/,
    )
    assert.equal(
      await say(place, 'grants list --standing'),
      'GRANTED TO  PLANT     NAME                      TAG\nuser Mei    standing  (every plant of the tag)  Taxus\n',
    )
    assert.equal(
      await say(place, 'grants remove --user Mei --tag Taxus --standing'),
      'Revoked the standing grant of tag Taxus from user Mei: 1 plant now.\n',
    )
    assert.equal(
      await say(place, 'grants remove --user Mei --tag Taxus --standing'),
      'There is no standing grant of tag Taxus to user Mei; list them with: plant-store grants list --standing --user Mei.\n',
    )
    assert.doesNotMatch(await say(place, 'access user Mei'), /Yew/)
  })

  it('covers tags or all plants; any other selection is refused before anything is done', async () => {
    await using place = await openDesk()
    for (const line of [
      'grants add --user Mei --tag Acer --name Maple --standing',
      'grants add --user Mei --plant 7 --standing',
      'grants remove --user Mei --standing',
    ]) {
      const { code, stderr } = await place.run(...line.split(' '))
      assert.deepEqual([code, stderr.split(':')[0]], [2, 'A standing grant is of tags or of all plants'])
    }
  })
})

describe('a revocation', () => {
  it('that changes nothing, because a group still grants the plants, says how they are still seen', async () => {
    await using place = await openDesk()
    await say(place, 'grants add --group kitchen --tag Acer --standing')
    assert.equal(
      await say(place, 'grants remove --user Ines --tag Acer'),
      'Revoked 0 plants from user Ines. 18 plants needed no change. Still seen by user Ines: 18 plants through group herbarium; 18 plants through group kitchen (standing, tag Acer).\n',
    )
    assert.equal(
      await say(place, 'grants remove --group herbarium --tag Acer'),
      'Revoked 18 plants from group herbarium. Still seen by group herbarium: 18 plants by 1 member through group kitchen (standing, tag Acer).\n',
    )
    const { stdout } = await place.run(...'grants remove --user Ines --tag Acer --json'.split(' '))
    assert.deepEqual(parseLines(stdout), [
      {
        matched: 18,
        changed: 0,
        stillSeen: [{ group: 'kitchen', standing: { tag: 'Acer' }, users: 1, plants: 18 }],
      },
    ])
  })
})

describe('who sees what', () => {
  it('is listed for a user, in parts of any length, each saying how to get the next', async () => {
    await using place = await openDesk()
    const [whole, part] = await Promise.all([
      say(place, 'access user Ines --json'),
      place.run(...'access user Ines --limit 2'.split(' ')),
    ])
    const plants = parseLines(whole)
    assert.equal(plants.length, 76)
    const ids = plants.map(({ plant }) => (plant as { id: number }).id)
    assert.match(
      part.stdout,
      new RegExp(`^PLANT .*\n${ids[0]} .* group herbarium\n${ids[1]} .* group \\w+\n$`),
    )
    assert.equal(part.stderr, `There is more: go on with --after ${ids[1]}\n`)
    const { stderr } = await place.run(...'access user Ines --limit 2 --json'.split(' '))
    assert.deepEqual(parseLines(stderr), [{ next: { after: ids[1] } }])
    const rest = await say(place, `access user Ines --after ${ids[1]} --limit 74 --json`)
    assert.deepEqual(parseLines(rest), plants.slice(2))
  })

  it('is listed for a plant', async () => {
    await using place = await openDesk()
    assert.equal(
      await say(place, 'access plant 25'),
      'USER  NAME   THROUGH\n1     Amara  own grant\n2     Jonas  group herbarium\n3     Ines   group herbarium\n',
    )
    await say(place, 'users disable Jonas')
    assert.match(await say(place, 'access plant 25'), /^2 +Jonas \(disabled\) +group herbarium$/m)
    assert.equal(await say(place, 'access plant 25 --after 3'), 'No user after 3 sees plant 25.\n')
    assert.equal((await place.run(...'access plant 999'.split(' '))).code, 4)
  })

  it('is also listed in parts by `grants list`, for one user or group', async () => {
    await using place = await openDesk()
    await say(place, 'grants add --user Mei --all --standing')
    const { stdout, stderr } = await place.run(...'grants list --user Mei --limit 1'.split(' '))
    assert.match(stdout, /^GRANTED TO .*\nuser Mei +standing +\(every plant\)\nuser Mei +33 +Bamboo .*\n$/)
    assert.equal(stderr, 'There is more: go on with --after 33\n')
    const rest = await say(place, 'grants list --user Mei --after 33 --json')
    assert.equal(parseLines(rest).length, 4)
    assert.equal((await place.run(...'grants list --limit 1'.split(' '))).code, 2)
  })
})
