/** What a store refuses, and in which words; a refused call changes nothing. */
import assert from 'node:assert/strict'
import type { Store, StoreErrorCode } from '../../src/index.ts'
import { prepare } from './every-change.ts'
import { importText, type Promises, refusedWith } from './world.ts'

const all = { all: true } as const
const never = new Date(Number.NaN)
const long = 'x'.repeat(1001)

// Spaces, a line separator, an ideographic space, a zero-width space, a Hangul filler, an empty braille cell.
const blanks = [' ', '\u00A0\u2003', '\u3000', '\u200B\u2060\uFEFF', '\u3164\u115F', '\u2800']
const directions = Array.from(
  '\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069',
  (mark) => `ada${mark}`,
)

/** Names that are refused, and the reason. */
const wrongNames: readonly (readonly [string, RegExp])[] = [
  ['', /is empty/],
  ['x'.repeat(201), /longer than 200 characters/],
  ['\u{1f33b}'.repeat(201), /longer than 200 characters/],
  ['two\nlines', /control character/],
  ['nul\0', /NUL/],
  ['half \ud83c', /unpaired surrogate/],
  ...blanks.map((name) => [name, /is blank/] as const),
  ...directions.map((name) => [name, /direction of writing/] as const),
]

/** Words of any script, with the joiners that they need. */
const names = ['🌻 Müller, “Erika”', 'نورا', 'می\u200Cخواهم', '👩\u200D🌾', 'Ngọc Ánh', '春子', 'O’Neill']

type Refused = readonly [RegExp, (store: Store) => Promise<unknown>]

/** Calls of a store with users ada and bob, groups garden and forest, three plants, and five tokens of ada. */
const refusals: Partial<Readonly<Record<StoreErrorCode, readonly Refused[]>>> = {
  conflict: [
    [/a user named "ada" already/, (store) => store.addUser('ada')],
    [/a group named "garden" already/, (store) => store.addGroup('garden')],
    [/a user named "bob" already/, (store) => store.renameUser('ada', 'bob')],
    [/key "k1" already/, (store) => store.addPlant({ name: 'Oak', key: 'k1' })],
  ],
  'not-found': [
    ...(
      [
        (store) => store.removeUser('eve'),
        (store) => store.renameUser('eve', 'zoe'),
        (store) => store.disableUser('eve'),
        (store) => store.enableUser('eve'),
        (store) => store.addMember('garden', 'eve'),
        (store) => store.removeMember('garden', 'eve'),
        (store) => store.grant({ user: 'eve' }, all),
        (store) => store.createToken('eve', 'laptop'),
        (store) => Array.fromAsync(store.tokens({ user: 'eve' })),
        (store) => Array.fromAsync(store.plantsSeenBy('eve')),
      ] as const satisfies readonly Refused[1][]
    ).map((call): Refused => [/no user named "eve"/, call]),
    ...(
      [
        (store) => store.removeGroup('ada'),
        (store) => store.renameGroup('ada', 'x'),
        (store) => store.addMember('ada', 'ada'),
        (store) => store.revoke({ group: 'ada' }, all),
        (store) => store.grantStanding({ group: 'ada' }, all),
        (store) => Array.fromAsync(store.grants({ group: 'ada' })),
        (store) => store.group('ada'),
      ] as const satisfies readonly Refused[1][]
    ).map((call): Refused => [/no group named "ada"/, call]),
    [/no plant with the id 9/, (store) => store.setPlant({ id: 9 }, { name: 'a' })],
    [/no plant with the key "k9"/, (store) => store.setPlant({ key: 'k9' }, { name: 'a' })],
    [/no plant with the id 9/, (store) => Array.fromAsync(store.usersWhoSee(9))],
    [/no token with the id 9/, (store) => store.rotateToken(9, 0)],
    [/no token with the id 9/, (store) => store.revokeToken(9)],
  ],
  invalid: [
    ...wrongNames.flatMap(([name, why]): Refused[] => [
      [why, (store) => store.addUser(name)],
      [why, (store) => store.addGroup(name)],
      [why, (store) => store.renameUser('bob', name)],
      [why, (store) => store.renameGroup('garden', name)],
      [why, (store) => store.createToken('ada', name)],
    ]),
    [/The name of the plant is empty/, (store) => store.addPlant({ name: '' })],
    [/The tag of the plant is longer/, (store) => store.addPlant({ name: 'a', tag: long })],
    [/The key of the plant has a control/, (store) => store.addPlant({ name: 'a', key: '\n' })],
    [/The name of the plant is empty/, (store) => store.setPlant({ id: 1 }, { name: '' })],
    [/The tag of the plant is empty/, (store) => store.setPlant({ id: 1 }, { tag: '' })],
    [/which plants/, (store) => store.revoke({ user: 'ada' }, {})],
    [/The tag "" is empty/, (store) => store.grantStanding({ user: 'ada' }, { tag: '' })],
    [/Say which tags/, (store) => store.grantStanding({ user: 'ada' }, { tag: [] })],
    [/longer than/, (store) => store.revokeStanding({ user: 'ada' }, { tag: long })],
    [/Token 2 is revoked/, (store) => store.rotateToken(2, 0)],
    [/Token 4 is expired/, (store) => store.rotateToken(4, 0)],
    [/"bob" of token 5 is disabled/, (store) => store.rotateToken(5, 0)],
    ...[new Date(0), never].map((expiry): Refused => [
      /date in the future/,
      (store) => store.createToken('ada', 'laptop', expiry),
    ]),
    ...[-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY].map((overlap): Refused => [
      /whole number of milliseconds/,
      (store) => store.rotateToken(1, overlap),
    ]),
    [/no date/, (store) => Array.fromAsync(store.tokens({ expiresBy: never }))],
    [/no date/, (store) => store.purgeTokens(never)],
    [/no date/, (store) => Array.fromAsync(store.audit({ since: never }))],
    [/no date/, (store) => store.purgeAudit(never)],
  ],
}

export const refusalPromises: Promises = {
  'a store that is opened for reading only reads, and refuses changes': async ({ store, open }) => {
    await store.addUser('ada')
    const reader = await open({ readOnly: true })
    await refusedWith('unreadable', /can't be written to/, reader.addUser('bob'))
    assert.equal((await Array.fromAsync(reader.users())).length, 1)
    assert.deepEqual(await Array.fromAsync(reader.verify()), [])
  },
  'what does not exist, is taken or makes no sense is refused in a sentence, and nothing is changed': async ({
    store,
    clock,
  }) => {
    await prepare(store)
    await importText(store, 'importPlants', '{"name":"Elm","key":"k1"}')
    await store.revokeToken(2)
    await store.createToken('ada', 'short', new Date(clock.now + 1))
    clock.now += 1
    await store.createToken('bob', 'laptop')
    await store.disableUser('bob')
    const before = await Array.fromAsync(store.audit())
    for (const [code, calls] of Object.entries(refusals)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
      for (const [sentence, call] of calls) await refusedWith(code as StoreErrorCode, sentence, call(store))
    }
    assert.deepEqual(await Array.fromAsync(store.audit()), before)
    await refusedWith('invalid', /date in the future/, store.createToken('ada', 'x', new Date(clock.now)))
    for (const name of ['x', 'x'.repeat(200), '\u{1f33b}'.repeat(200), ...names]) {
      assert.equal((await store.addUser(name)).name, name)
    }
  },
}
