/** Slips: the likeliest, and each value that an option does not take. Each message says what was wrong, and what is right. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { parseDuration, parseExpiry, parseId } from '../../src/command/arguments/parse.ts'
import { makeProgram } from '../../src/command/program.ts'
import { makePlace, type Place } from './place.ts'

/** What is typed, what the message has in it, and the exit code if it is not 2. */
const slips: readonly (readonly [typed: string, named: string, code?: number])[] = [
  ['grants add --user Amara --plant', "'--plant <id...>'"],
  ['grants add --user Mei Onion', 'Example: plant-store grants add --user Mei --name Bamboo'],
  ['grants add --all', 'Say who: --user NAME or --group NAME.'],
  ['grants add --user Mei', 'Say which plants: --plant ID, --key KEY, --name NAME, --tag TAG, or --all.'],
  ['import plants', 'Example: plant-store import plants plants.csv'],
  ['import kew.csv', 'Example: plant-store import plants plants.csv'],
  ['tokens create Mei', 'Example: plant-store tokens create Mei --name laptop'],
  ['tokens create --user Mei --name laptop', 'Example: plant-store tokens create Mei --name laptop'],
  ['tokens create Mei --name laptop --expires 90', '90d for days'],
  ['tokens create Mei --name x --ttl=pst_secret', "unknown option '--ttl'"],
  ['tokens revoke laptop', 'the id that `plant-store tokens list` shows'],
  ['token create', '(Did you mean tokens?)'],
  ['usres list', '(Did you mean users?)'],
  ['users', 'A command is missing.'],
  ['users add', "missing required argument 'name'"],
  ['tokens create Nobody --name x', 'There is no user named "Nobody"', 4],
  ['users add Mei', 'There is a user named "Mei" already', 4],
  ['users add Lena --actor=', '--actor must be a name', 3],
  ['users add Jonas Smith', "too many arguments for 'add'. Expected 1 argument but got 2: Jonas, Smith."],
  ...['-1', '0', '1.5', 'many'].map(
    (limit) => [`users list --limit ${limit}`, 'Give a whole number above 0'] as const,
  ),
  ['grants list --limit 1', 'give --user NAME or --group NAME'],
  ['plants set --name x', 'Say which plant: --plant ID or --key KEY.'],
  ['plants set --plant 1', 'Give a new name or tag: --name NAME, --tag TAG, or --no-tag.'],
  ['plants set --plant 1 --key g --name x', 'cannot be used with'],
  ...['add --user Mei --tag Acer --name x', 'add --user Mei --plant 7', 'remove --user Mei'].map(
    (words) => [`grants ${words} --standing`, 'A standing grant is of tags or of all plants'] as const,
  ),
  ['serve --port=abc', '--port must be a whole number from 0 to 65535, not "abc"', 3],
  ['--port 80 serve', "unknown option '--port'"],
  ['config --url plants.db', '--url must be an address without a path, such as http://127.0.0.1:8080', 3],
  ['backup', 'Example: plant-store backup plants-monday.db'],
  ['access Mei', 'Example: plant-store access user Mei'],
  ['audit --since 7', '7d for days'],
  ['audit --since tomorrow', 'a duration such as 7d or 24h, or a date such as 2027-01-31'],
  ['audit --since 2999-01-01', 'It must be in the past.'],
  ['audit purge --older-than long', '90d or 2w'],
  ['audit purge --older-than 1s --yes --limit 1', "'purge' has no option '--limit"],
  ['audit --since 7d purge --older-than 1s --yes', "'purge' has no option '--since"],
  ['tokens purge --yes', "required option '--dead-for <duration>'"],
  ['import plants plants.txt', '--format json, ndjson or csv'],
  ['import plants -', '--format json, ndjson or csv'],
  ['audit purge', 'Example: plant-store audit purge --older-than 365d --dry-run'],
  ['verify --reapir', '(Did you mean --repair?)'],
]

describe('a slip', () => {
  let place: Place
  let empty: Place
  before(async () => {
    place = await makePlace()
    empty = await makePlace({ world: false })
  })
  after(() => Promise.all([place[Symbol.asyncDispose](), empty[Symbol.asyncDispose]()]))

  for (const [typed, named, code = 2] of slips) {
    it(`${typed}: ${named}`, async () => {
      const ended = await place.run(...typed.split(' '))
      assert.equal(ended.code, code, ended.stderr)
      assert.ok(`${ended.stdout}${ended.stderr}`.includes(named), ended.stderr)
      assert.doesNotMatch(ended.stderr, /secret|^\s+at /m)
      if (code === 2) assert.deepEqual(await empty.run(...typed.split(' ')), ended, 'without a database')
      if (/^(?:error|unknown|missing|too many|option)/.test(ended.stderr)) {
        assert.match(ended.stderr, /\nTry: plant-store.* --help\n$/)
      }
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

describe('every option of every command that takes one value', () => {
  for (const [path, option] of allOptions(makeProgram({ ...process, json: false }))) {
    it(`plant-store ${path} ${option.flags} is refused when it is given twice`, async () => {
      const given = [`--${option.name()}`, ...(option.required ? [validValue(option)] : [])]
      const argv = [...path.split(' ').filter((word) => word !== ''), ...given, ...given]
      const parsing = makeProgram({ ...process, json: false }).parseAsync(argv, { from: 'user' })
      await assert.rejects(parsing, /was given more than once/)
    })
  }
})

function validValue({ argChoices, flags }: Option): string {
  if (/<when>|<duration>/.test(flags)) return '1d'
  return argChoices?.[0] ?? '1'
}

/** The options, each with the words that lead to its command. */
function allOptions(command: Command, path = ''): readonly (readonly [path: string, option: Option])[] {
  const own = command.options.filter(({ variadic, long }) => !variadic && long !== '--version')
  const below = command.commands.flatMap((child) => allOptions(child, `${path} ${child.name()}`))
  return [...own.map((option) => [path.trim(), option] as const), ...below]
}

describe('a value', () => {
  const now = new Date('2027-01-01T00:00Z')
  const at = (text: string): Date => new Date(text)
  const kinds = {
    duration: {
      parse: parseDuration,
      right: {
        '0s': 0,
        '45s': 45_000,
        '30m': 1_800_000,
        '24h': 86_400_000,
        '90d': 7_776_000_000,
        '2w': 1_209_600_000,
      },
      wrong: ['', '5', 'd', '-1d', '1.5h', '1 d', '1D', '1y', '1d1h', '1dx', '1234567d'],
    },
    expiry: {
      parse: (text: string) => parseExpiry(text, now),
      right: {
        '90d': at('2027-04-01T00:00Z'),
        '2027-01-31': at('2027-01-31T00:00Z'),
        '2028-02-29': at('2028-02-29T00:00Z'),
        '2027-01-31T09:30Z': at('2027-01-31T09:30Z'),
        '2027-01-31T09:30:15+02:00': at('2027-01-31T07:30:15Z'),
        never: 'never',
      },
      wrong: [
        '2026-12-31',
        '2027-01-01',
        '0d',
        '2027-02-29',
        '2027-13-01',
        '2027-01-31T25:00Z',
        'soon',
        '2027',
      ],
    },
    id: {
      parse: parseId,
      right: { 7: 7 },
      wrong: ['', '0', '-1', '07', '1.5', '1e3', '0x1', ' 1', '9007199254740993'],
    },
  } as const
  for (const [kind, { parse, right, wrong }] of Object.entries(kinds)) {
    it(`that is a ${kind} is read as it is meant, and refused in any other form`, () => {
      for (const [written, meant] of Object.entries(right)) assert.deepEqual(parse(written), meant)
      for (const written of wrong) assert.throws(() => parse(written), InvalidArgumentError, written)
    })
  }
})
