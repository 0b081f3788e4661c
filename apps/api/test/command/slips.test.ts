/** The likeliest slips: each message names the line that is right. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makePlace, type Place } from './place.ts'

/** What is typed, and what the message has in it. */
const slips: readonly (readonly [typed: string, named: string])[] = [
  ['grants add Amara --all', 'plant-store grants add --user Amara?'],
  ['grants add --user Amara --plant', "'--plant <id...>'"],
  ['grants add --user Mei Onion', 'plant-store grants add --name Onion?'],
  ['grants add --all', 'Say who: --user NAME or --group NAME.'],
  ['grants add --user Mei', 'Say which plants: --plant ID, --key KEY, --name NAME, --tag TAG, or --all.'],
  ['import plants.csv', 'plant-store import plants plants.csv?'],
  ['import plants', 'Example: plant-store import plants plants.csv'],
  ['import kew.csv', 'plant-store import has plants, users, grants'],
  ['tokens create Nobody', 'There is no user named "Nobody"'],
  ['tokens create Mei', 'plant-store tokens create Mei --name NAME'],
  ['tokens create Mei laptop', 'plant-store tokens create Mei --name laptop?'],
  ['tokens create --user Mei --name laptop', 'plant-store tokens create <user>?'],
  ['tokens create Mei --name laptop --expires 90', '90d for days'],
  ['tokens revoke laptop', 'the id that `plant-store tokens list` shows'],
  ['token create', 'plant-store tokens create?'],
  ['tokens list Mei', 'plant-store tokens list --user Mei?'],
  ['users add Mei', 'There is a user named "Mei" already'],
  ['users add Jonas Smith', 'plant-store users add "Jonas Smith"?'],
  ['users create Lena', 'plant-store users add?'],
  ['users delete Mei', 'plant-store users remove?'],
  ['users remove Mei -y', '--yes?'],
  ['users list --limit -1', 'Give a whole number above 0'],
  ['users list --db plants.db', '--database?'],
  ['users list plants.db', 'plant-store users list --database plants.db?'],
  ['users', 'A command is missing.'],
  ['serve 8080', 'plant-store serve --port 8080?'],
  ['serve --port=abc', '--port must be a whole number from 0 to 65535, not "abc"'],
  ['--port 80 serve', 'plant-store serve --port?'],
  ['doctor --url plants.db', '--url must be an address without a path, such as http://127.0.0.1:8080'],
  ['doctor token.txt', 'plant-store doctor --token-file token.txt?'],
  ['migrate plants.db', 'plant-store migrate --database plants.db?'],
  ['copy plant-store.db copy.db', 'Example: plant-store copy --from plant-store.db --to copy.db'],
  ['backup', 'Example: plant-store backup plants-monday.db'],
  ['access Mei', 'Example: plant-store access user Mei'],
  ['audit --since 7', '7d for days'],
  ['audit purge', 'Example: plant-store audit purge --older-than 365d --dry-run'],
  ['plants list Onion', 'plant-store plants list --name Onion?'],
  ['plants add Sugar maple --tag Acer', 'plant-store plants add "Sugar maple"?'],
  ['-v', '--version?'],
  // What people and other programs call things.
  ['usres list', 'plant-store users list?'],
  ['token add Mei --name laptop', 'plant-store tokens create?'],
  ['user new Lena', 'plant-store users add?'],
  ['tokens rm 7', 'plant-store tokens revoke?'],
  ['create user Lena', 'plant-store users add?'],
  ['delete tokens 7', 'plant-store tokens revoke?'],
  ['groups ls', 'plant-store groups list?'],
  ['start --port 8000', 'plant-store serve?'],
  ['init', 'plant-store migrate?'],
  ['dump plants.db', 'plant-store backup?'],
  ['load plants', 'plant-store import plants?'],
  ['verify --reapir', '--repair?'],
  ['restore plants.db --force', '--yes?'],
  ['tokens create Mei --name x --ttl=pst_secret', '--expires?'],
  ['migrate --simulate', '--dry-run?'],
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
