/**
 * Makes `database.db` and `content.json` beside this file: a database of the third version of the tables, and what the
 * code that made it said about it. Both were made with the code of commit 0950bfc, the last one before standing grants:
 *
 *     git worktree add --detach CHECKOUT 0950bfc && (cd CHECKOUT && npx --yes pnpm@12 install)
 *     node packages/store/test/sqlite/version-3/make.ts CHECKOUT
 *
 * It need not be run again: tables of that version never change any more.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type * as StoreModule from '../../../src/index.ts'
import type { NewToken, Store } from '../../../src/index.ts'
import { readContent } from './content.ts'

const checkout = process.argv[2] ?? ''
const { migrate, openStore, readRecords } = (await import(
  pathToFileURL(resolve(checkout, 'packages/store/src/index.ts')).href
)) as typeof StoreModule
const directory = mkdtempSync(join(tmpdir(), 'version-3-'))
const database = join(directory, 'database.db')
const clock = { now: Date.UTC(2026, 10, 22, 9) }

async function load(
  store: Store,
  kind: 'plants' | 'users' | 'grants',
  lines: readonly object[],
): Promise<void> {
  const imports = { plants: 'importPlants', users: 'importUsers', grants: 'importGrants' } as const
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  await store[imports[kind]](readRecords(oneChunk(text), 'ndjson'), ({ line, reason }) => {
    throw new Error(`${kind}, line ${line}: ${reason}`)
  })
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

/** Plants with and without keys and tags, some with the same name. */
const plants = Array.from({ length: 60 }, (_, at) => ({
  name: `Plant ${at % 50}`,
  ...(at % 4 !== 0 && { tag: ['Acer', 'Quercus', 'Rosa canina'][at % 3] }),
  ...(at % 5 !== 0 && { key: `https://example.org/plants/${at}` }),
}))
const users = [
  { name: 'Amara' },
  { name: 'Ines', groups: ['herbarium', 'kitchen'] },
  { name: 'Jonas', groups: ['herbarium'] },
  { name: 'Zoë', groups: ['kitchen'] },
  { name: 'Nobody' },
  { name: 'Gone', groups: ['herbarium'] },
]
const grants = [
  { user: 'Amara', all: true },
  { group: 'herbarium', tag: 'Acer' },
  { group: 'herbarium', tag: 'Rosa canina' },
  { group: 'kitchen', name: 'Plant 7' },
  { group: 'kitchen', tag: 'Quercus' },
  { user: 'Ines', tag: 'Acer' },
  { user: 'Zoë', key: 'https://example.org/plants/11' },
  { user: 'Gone', all: true },
]

async function makeTokens(store: Store): Promise<readonly NewToken[]> {
  const tokens: NewToken[] = []
  for (const { name } of users) tokens.push(await store.createToken(name, 'laptop'))
  const soon = new Date(clock.now + 1000)
  tokens.push(await store.createToken('Ines', 'short', soon), await store.createToken('Jonas', 'phone'))
  const [amara, , jonas] = tokens
  if (amara === undefined || jonas === undefined) throw new Error('no tokens were made')
  tokens.push(await store.rotateToken(amara.token.id, 3_600_000))
  await store.revokeToken(jonas.token.id)
  return tokens
}

await migrate({ database })
const store = await openStore({ database, now: () => clock.now })
await load(store, 'plants', plants)
await load(store, 'users', users)
await store.addGroup('empty')
await load(store, 'grants', grants)
const tokens = await makeTokens(store)
await store.removeUser('Gone')
await store.removePlants({ name: 'Plant 13' })
await store.revoke({ group: 'kitchen' }, { name: 'Plant 7', tag: 'Quercus' })
await store.addMember('kitchen', 'Jonas')
await store.removeMember('kitchen', 'Zoë')
// Two seconds later one of the tokens has expired.
clock.now += 2000
const secrets = tokens.map(({ secret }) => secret)
const content = { now: clock.now, secrets, ...(await readContent(store, secrets)) }
await store.close()
copyFileSync(database, join(import.meta.dirname, 'database.db'))
writeFileSync(join(import.meta.dirname, 'content.json'), `${JSON.stringify(content, undefined, 2)}\n`)
rmSync(directory, { recursive: true })
