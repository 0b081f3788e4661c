/** What the operators' work needs of a database, whichever engine holds it. */
import type { Schema } from '../content/compare-schemas.ts'
import type { ColumnKind } from '../plant-members.ts'
import type { Finding } from '../store.ts'

/** A value in a row or a parameter. Times are milliseconds since 1970; a missing value is null. */
export type SqlValue = string | number | null

declare const rowOf: unique symbol

/** The text of a query, with the type of the rows it returns written beside it. The first parameter fills `$1`. */
export type Query<Row extends readonly SqlValue[]> = string & { readonly [rowOf]?: Row }

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a text gets its row type
export function query<Row extends readonly SqlValue[]>(text: string): Query<Row> {
  return text
}

/** The reading part. Errors of the database arrive as `StoreError`. */
export interface Reading {
  /** The name of the database in messages: a path, or an address without a password. */
  readonly database: string
  readonly dialect: Dialect
  /** Every row. */
  rows<Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row extends readonly SqlValue[]>(
    sql: Query<Row>,
    ...parameters: readonly SqlValue[]
  ): Promise<Row | undefined>
}

/** One transaction that writes. Only `change.ts` opens one for an operator's call: every change leaves an audit entry. */
export interface Transaction extends Reading {
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...parameters: readonly SqlValue[]): Promise<number>
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>
}

/** A database that operators read and change. */
export interface Database extends Reading {
  /** Runs `work`, whose reads all see the database as of one moment, not before the call. */
  snapshot<T>(work: (reading: Reading) => Promise<T>): Promise<T>
  /**
   * Runs `work` while nobody else changes anything, and commits; or changes nothing and rejects with what `work` rejects
   * with. `prepare` runs first, and may only fill temporary tables: others may change the database meanwhile.
   */
  change<T>(work: (tx: Transaction) => Promise<T>, prepare?: (tx: Transaction) => Promise<void>): Promise<T>
}

/** The tables whose ids are never used twice. */
type NumberedTable = 'users' | 'groups' | 'plant' | 'token' | 'audit'

/** The temporary tables that changes fill. */
export interface Workspace {
  /** `selected_plant`, `affected_user` and `affected_access`, all of them empty. */
  readonly access: string
  /** `staged` plants, and `stored`. */
  readonly plants: string
  /** `staged` values. */
  readonly values: string
  /** `joined` */
  readonly joined: string
  /** `matched` and `new_grant`. */
  readonly grants: string
}

/** Where the engines' SQL differs in what the operators' work needs. */
export interface Dialect {
  /** Joins a table to those before it. SQLite searches them in the order of cross joins; PostgreSQL plans by statistics. */
  readonly join: string
  /** Goes before a column whose index is not to be used. */
  readonly unindexed: string
  /** The texts or numbers of the JSON array `$n`, as rows with the column `value`. */
  readonly texts: (n: number) => string
  /** The arrays of the JSON array `$n`, likewise. `value ->> 0` is the first member of each. */
  readonly arrays: (n: number) => string
  readonly workspace: Workspace
  /** A statement that refreshes what the planner knows of these tables. */
  readonly analyze: (...tables: readonly string[]) => string
  /** The next value of `users.revision`. */
  readonly nextRevision: string
  /** Statements that empty temporary tables. */
  readonly empty: (...tables: readonly string[]) => string
  /** The last id of each numbered table; a table that never had a row may be left out. */
  readonly lastIds: Query<[table: NumberedTable, last: number]>
  /** Lets ids of a table begin after this one, unless they already begin later. */
  raiseId(tx: Transaction, table: NumberedTable, last: number): Promise<void>
  /** Reserves `count` ids, and returns the one before the first of them. */
  takeIds(tx: Transaction, table: NumberedTable, count: number): Promise<number>

  /** The directory of the migrations. */
  readonly migrations: URL
  /** Statements that make the table of migrations, unless it is there. */
  readonly migrationTable: string
  /** The migrations that a database has; undefined: it is empty. Rejects with `foreign` or `damaged`. */
  readApplied(reading: Reading): Promise<readonly AppliedRow[] | undefined>
  /** What is wrong with the file, or with references between tables. */
  findDamage(reading: Reading): Promise<readonly Finding[]>
  /** What there is on our tables, and what the migrations make. */
  readSchema(reading: Reading): Promise<{ readonly found: Schema; readonly expected: Schema }>
  /** Rejects with `unreadable` if some lists would seem empty because they may not be read. */
  requireAllLists(reading: Reading): Promise<void>
}

/** A migration that a database has applied. */
export type AppliedRow = [version: number, name: string, checksum: string]

/** A query of the arrays of `$1`, as rows with these columns. */
export function rowsOf({ arrays }: Dialect, columns: Readonly<Record<string, ColumnKind>>): string {
  const members = Object.entries(columns).map(
    ([name, type], at) => `cast(value ->> ${at} as ${type}) as ${name}`,
  )
  return `select ${members.join(', ')} from ${arrays(1)}`
}

/** Who something is granted to. */
export type SubjectKind = 'user' | 'group'

/** What is the same for users and groups but for the names of their tables and columns. */
export function ofEachKind<T>(make: (kind: SubjectKind) => T): Readonly<Record<SubjectKind, T>> {
  return { user: make('user'), group: make('group') }
}

/** Statements that depend on the dialect, made once for each. */
export function inDialect<T>(make: (dialect: Dialect) => T): (reading: Pick<Reading, 'dialect'>) => T {
  const made = new Map<Dialect, T>()
  return ({ dialect }) => {
    const known = made.get(dialect)
    if (known !== undefined) return known
    const statements = make(dialect)
    made.set(dialect, statements)
    return statements
  }
}
