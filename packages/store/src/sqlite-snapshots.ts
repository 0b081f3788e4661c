/** Snapshots of a SQLite database, and the numbers of its states. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Snapshots } from './engine.ts'

/** A statement for a text; the same one for the same text. */
export type Prepare = (sql: string) => StatementSync

/** Tells states of the database apart. */
export interface States {
  readonly current: () => number
  /** This connection is about to change the database. */
  readonly changed: () => void
}

/** A snapshot is a read transaction. */
export function createSnapshots(
  connection: DatabaseSync,
  prepare: Prepare,
  { current }: States,
): Pick<Snapshots, 'begin' | 'end'> {
  const [begin, commit] = [prepare('begin'), prepare('commit')]
  let isOpen = false
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    try {
      // A failing disk may already have ended it.
      if (connection.isTransaction) commit.run()
    } catch {
      // Nothing was written that could be lost. Whatever is wrong with the file, the next read says it to who asks.
      if (connection.isTransaction) connection.exec('rollback')
    }
  }
  return {
    begin: () => {
      end()
      begin.run()
      isOpen = true
      try {
        return current()
      } catch (failure) {
        end()
        throw failure
      }
    },
    end,
  }
}

/** `data_version` tells of other connections' changes only; our own are counted beside it. */
export function countStates(prepare: Prepare): States {
  const dataVersion = prepare('pragma data_version')
  let state = 0
  let seen: unknown
  return {
    changed: () => {
      state += 1
    },
    current: () => {
      const version = dataVersion.get()?.[0]
      if (version !== seen) {
        seen = version
        state += 1
      }
      return state
    },
  }
}
