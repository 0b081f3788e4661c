/** What may change a database, by name: nothing else is given a connection that writes. */
import type { Administration, TokenInfo } from '../store.ts'

/** The methods that answer with a promise. */
type Asynchronous<T> = {
  [Name in keyof T]: T[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
}[keyof T]

/** Those of them that only read. */
type Reads = 'group'

/** All that changes the database on behalf of an operator: a new method of the interface is one of them at once. */
export interface Changes extends Omit<
  Pick<Administration, Exclude<Asynchronous<Administration>, Reads>>,
  'revokeToken'
> {
  revokeToken: (id: number) => Promise<{ readonly token: TokenInfo; readonly changed: boolean }>
  /** The second part of making a token: its secret was delivered. */
  deliverToken: () => Promise<TokenInfo>
  /** The same of a token that replaces another. */
  deliverSuccessor: (replaced: number) => Promise<TokenInfo>
  /** What the function `restore` does. */
  restore: (from: string) => Promise<Restored>
  /** What the function `copyDatabase` does. */
  copy: (from: string) => Promise<Copied>
}

export type ChangeName = keyof Changes

/** What a restore brought back, and where what it replaced is. */
interface Restored {
  readonly madeAt: Date | undefined
  readonly plants: number
  readonly users: number
  readonly keptAs: string | undefined
}

/** How many rows each table had. */
interface Copied {
  readonly rows: Readonly<Record<string, number>>
}
