/** A place for histories over SQLite. */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { backup, restore } from '../../src/index.ts'
import { openSqliteStore } from '../../src/sqlite/sqlite-store.ts'
import type { AccessRow, MakePlace } from '../history/place.ts'
import { executeRaw } from './raw-sqlite.ts'
import { quickDatabase } from './temporary.ts'

// oxlint-disable-next-line typescript/require-await -- another engine has to wait
export const makeSqlitePlace: MakePlace = async (now) => {
  const database = quickDatabase()
  const store = openSqliteStore({ database }, now)
  const copy = `${database}.backup`
  return {
    store,
    execute: (sql) => Promise.try(() => executeRaw(database, sql)),
    accessRows: () => Promise.try(() => readAccess(database)),
    backups: {
      take: async () => {
        rmSync(copy, { force: true })
        await backup({ database, to: copy })
      },
      restore: async () => {
        const { keptAs } = await restore({ database, from: copy })
        rmSync(keptAs ?? '')
      },
    },
    close: () => store.close(),
  }
}

function readAccess(database: string): AccessRow[] {
  const sqlite = new DatabaseSync(database)
  try {
    const rows = sqlite.prepare('select user_id, plant_id from plant_access order by 1, 2').all()
    return rows.map((row) => ({ userId: Number(row['user_id']), plantId: Number(row['plant_id']) }))
  } finally {
    sqlite.close()
  }
}
