/** The likeliest slips: each message says what was wrong, and shows a line that is right. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makePlace, type Place } from './place.ts'

/** What is typed, and what the message has in it. */
const slips: readonly (readonly [typed: string, named: string])[] = [
  ['grants add --user Amara --plant', "'--plant <id...>'"],
  ['grants add --user Mei Onion', 'Example: plant-store grants add --user Mei --name Bamboo'],
  ['grants add --all', 'Say who: --user NAME or --group NAME.'],
  ['grants add --user Mei', 'Say which plants: --plant ID, --key KEY, --name NAME, --tag TAG, or --all.'],
  ['import plants', 'Example: plant-store import plants plants.csv'],
  ['import kew.csv', 'Example: plant-store import plants plants.csv'],
  ['tokens create Nobody', 'There is no user named "Nobody"'],
  ['tokens create Mei', 'plant-store tokens create Mei --name NAME'],
  ['tokens create --user Mei --name laptop', 'Example: plant-store tokens create Mei --name laptop'],
  ['tokens create Mei --name laptop --expires 90', '90d for days'],
  ['tokens create Mei --name x --ttl=pst_secret', "unknown option '--ttl'"],
  ['tokens revoke laptop', 'the id that `plant-store tokens list` shows'],
  ['token create', '(Did you mean tokens?)'],
  ['usres list', '(Did you mean users?)'],
  ['users', 'A command is missing.'],
  ['users add Mei', 'There is a user named "Mei" already'],
  ['users add Jonas Smith', "too many arguments for 'add'. Expected 1 argument but got 2: Jonas, Smith."],
  ['users list --limit -1', 'Give a whole number above 0'],
  ['serve --port=abc', '--port must be a whole number from 0 to 65535, not "abc"'],
  ['--port 80 serve', "unknown option '--port'"],
  ['doctor --url plants.db', '--url must be an address without a path, such as http://127.0.0.1:8080'],
  ['copy plant-store.db copy.db', 'Example: plant-store copy --from plant-store.db --to copy.db'],
  ['backup', 'Example: plant-store backup plants-monday.db'],
  ['access Mei', 'Example: plant-store access user Mei'],
  ['audit --since 7', '7d for days'],
  ['audit purge', 'Example: plant-store audit purge --older-than 365d --dry-run'],
  ['verify --reapir', '(Did you mean --repair?)'],
]

describe('a slip', () => {
  let place: Place
  before(async () => {
    place = await makePlace()
  })
  after(() => place[Symbol.asyncDispose]())

  for (const [typed, named] of slips) {
    it(`${typed}: ${named}`, async () => {
      const { code, stdout, stderr } = await place.run(...typed.split(' '))
      assert.notEqual(code, 0)
      assert.ok(`${stdout}${stderr}`.includes(named), stderr)
      assert.doesNotMatch(stderr, /secret/)
      if (code === 2 && !stderr.startsWith('Say'))
        assert.match(stderr, /\nTry: plant-store.* --help\n$|^Say |^Give /m)
    })
  }

  it('that resembles nothing gets no guess, and help is an answer', async () => {
    for (const typed of ['frobnicate', 'users frobnicate', 'users list --frobnicate']) {
      const { stderr } = await place.run(...typed.split(' '))
      assert.match(stderr, /^unknown (?:command|option) '/)
      assert.doesNotMatch(stderr, /Did you mean/)
    }
    assert.match((await place.run('help', 'users')).stdout, /^Usage: plant-store users /)
  })
})
