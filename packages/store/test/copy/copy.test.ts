/** A copy of a database equals the database, between all engines. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import { type AuditEntry, copyDatabase, openStore } from '../../src/index.ts'
import { allTables, columnsOf } from '../../src/content/tables.ts'
import { collect } from '../collect.ts'
import { migratedDatabase, readRaw } from '../postgres/databases.ts'
import { namesSeen, refusalOf, refusedWith, sessionOf } from '../promises/world.ts'
import { executeRaw, readRaw as readFile } from '../sqlite/raw-sqlite.ts'
import { temporaryDatabase, temporaryPath } from '../sqlite/temporary.ts'
import { emptyDatabase, engines } from '../databases.ts'
import { contentOf, makeWorld, nextIds } from './copied-world.ts'

for (const from of engines) {
  for (const to of engines) {
    describe(`a copy from ${from} to ${to}`, () => {
      it('has everything: ids, order, tokens, the audit trail, what everybody sees and the next ids', async () => {
        const { database, secret } = await makeWorld(from)
        const copy = await emptyDatabase(to)
        const report = await copyDatabase({ from: database, to: copy })
        assert.deepEqual(await contentOf(copy), await contentOf(database))
        const [source, target] = [await openStore({ database }), await openStore({ database: copy })]
        try {
          assert.deepEqual(await namesSeen(target, secret), await namesSeen(source, secret))
          assert.notEqual((await namesSeen(target, secret)).length, 0)
          // From here on each has its own history: what was remembered of one does not count for the other.
          assert.notEqual(
            (await sessionOf(target, secret)).revision,
            (await sessionOf(source, secret)).revision,
          )
          assert.deepEqual(await nextIds(target), await nextIds(source))
        } finally {
          await source.close()
          await target.close()
        }
        const digests = report.tables.map(({ table, sha256 }) => [table, sha256?.length])
        assert.deepEqual(new Set(digests.map(([, length]) => length)), new Set([64]))
      })
    })
  }
}

describe('a copy', () => {
  it('creates a missing database, and the tables of an empty one', async () => {
    const { database } = await makeWorld('SQLite')
    for (const to of [temporaryPath(), (await createDatabase()).url]) {
      await copyDatabase({ from: database, to })
      assert.deepEqual(await contentOf(to), await contentOf(database))
    }
  })

  it('adds an entry to the audit trail, without a password', async () => {
    const { database } = await makeWorld('PostgreSQL')
    const to = temporaryPath()
    const heard: AuditEntry[] = []
    const from = database.replace('postgres@', 'postgres:sEcrEt@')
    await copyDatabase({ from, to, audit: { actor: 'Ada', onAudit: (entry) => heard.push(entry) } })
    const store = await openStore({ database: to, readOnly: true })
    const entries = await collect(store.audit())
    await store.close()
    const last = entries.at(-1)
    assert.deepEqual(heard, [last])
    assert.equal(last?.id, entries.length)
    assert.equal(last.command, 'copy')
    assert.equal(last.actor, 'Ada')
    assert.match(last.summary, /^Copied "postgres:\/\/postgres@\/test_.*" with 4 plants and 3 users\.$/)
    assert.doesNotMatch(JSON.stringify(entries), /sEcrEt/)
  })

  it('in a dry run says what would be copied, and creates nothing', async () => {
    const { database } = await makeWorld('SQLite')
    const to = temporaryPath()
    const report = await copyDatabase({ from: database, to, dryRun: true })
    assert.deepEqual(report.tables[0], { table: 'plant', rows: 4, sha256: undefined })
    await refusedWith('missing', /There is no database/, openStore({ database: to }))
    const { url } = await createDatabase()
    await copyDatabase({ from: database, to: url, dryRun: true })
    await refusedWith('outdated', /is empty; run migrate/, openStore({ database: url }))
  })

  it('is refused into a database that is not empty, into itself, and from a missing one, and changes nothing', async () => {
    const { database } = await makeWorld('SQLite')
    const other = (await makeWorld('PostgreSQL')).database
    const before = [await contentOf(database), await contentOf(other)]
    const notEmpty = /is not empty: its table plant has 4 rows\. Name a database that is empty/
    for (const dryRun of [true, false]) {
      await refusedWith('conflict', notEmpty, copyDatabase({ from: database, to: other, dryRun }))
      await refusedWith('conflict', notEmpty, copyDatabase({ from: other, to: database, dryRun }))
      for (const each of [database, other]) {
        const same = /is the source of the copy; name another/
        await refusedWith('invalid', same, copyDatabase({ from: each, to: each, dryRun }))
      }
      const none = copyDatabase({ from: temporaryPath(), to: temporaryDatabase(), dryRun })
      await refusedWith('missing', /There is no database/, none)
    }
    assert.deepEqual([await contentOf(database), await contentOf(other)], before)
  })

  it('is of one moment, without concurrent changes', async () => {
    for (const engine of engines) {
      const { database, secret } = await makeWorld(engine)
      const before = await contentOf(database)
      const store = await openStore({ database })
      const to = temporaryPath()
      let change: Promise<unknown> | undefined
      const copied = copyDatabase({
        from: database,
        to,
        onProgress: () => {
          change ??= store.removePlants({ all: true }).then(() => store.removeUser('bob'))
        },
      })
      await copied
      await change
      assert.equal(await refusalOf(store, secret), 'unknown')
      await store.close()
      assert.deepEqual(await contentOf(to), before)
    }
  })

  it('that something in the target refuses or changes says so, and copies nothing', async () => {
    const { database: from } = await makeWorld('SQLite')
    for (const [action, sentence] of [
      [
        "before insert on plant begin select raise(abort, 'No plants'); end",
        /refused the change: No plants\./,
      ],
      [
        "after insert on plant when new.plant_id = 2 begin update plant set name = 'Weed' where plant_id = 2; end",
        /The table plant of .* would have other rows: something in the database changes what is written/,
      ],
    ] as const) {
      const to = temporaryDatabase()
      executeRaw(to, `create trigger t ${action}`)
      await refusedWith('damaged', sentence, copyDatabase({ from, to }))
      assert.equal(readFile(to, 'select count(*) from plant'), 0)
    }
  })

  it('is not made if what users see in the source is not what was granted', async () => {
    const { database } = await makeWorld('SQLite')
    executeRaw(database, 'delete from plant_access where plant_id = 1')
    const to = await migratedDatabase()
    await refusedWith('damaged', /verify --repair there first/, copyDatabase({ from: database, to }))
    const store = await openStore({ database })
    await store.rebuildAccess()
    await store.close()
    await copyDatabase({ from: database, to })
    assert.deepEqual(await contentOf(to), await contentOf(database))
  })
})

describe('the list of tables', () => {
  // What each database has for itself: its history, its applied migrations, and what it says about a backup.
  const own = ['generation', 'migration', 'backup']
  const listed = allTables.map((table) => `${table.name}: ${columnsOf(table)}`)

  it('has every table and column of SQLite', () => {
    const text = readFile(
      temporaryDatabase(),
      `select group_concat(line, char(10)) from (
         select m.name || ': ' || (select group_concat(name, ', ') from pragma_table_info(m.name)) as line
         from sqlite_schema m where m.type = 'table' and m.name not like 'sqlite_%')`,
    )
    const found = String(text)
      .split('\n')
      .filter((line) => !own.includes(line.split(':')[0] ?? ''))
    assert.deepEqual(sortColumns(found), sortColumns(listed))
  })

  it('has every table and column of PostgreSQL', async () => {
    const database = await migratedDatabase()
    const rows = await readRaw(
      database,
      `select table_name || ': ' || string_agg(column_name, ', ') as line
       from information_schema.columns where table_schema = 'public' group by table_name`,
    )
    const found = rows
      .map(({ line }) => String(line))
      .filter((line) => ![...own, 'last_id'].includes(line.split(':')[0] ?? ''))
    assert.deepEqual(sortColumns(found), sortColumns(listed))
  })
})

function sortColumns(lines: readonly string[]): string[] {
  return lines
    .map((line) => {
      const [table, columns = ''] = line.split(': ')
      return `${table}: ${columns.split(', ').toSorted().join(', ')}`
    })
    .toSorted()
}
