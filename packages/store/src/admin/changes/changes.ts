/** Everything that may change a database, by name: nothing else is given a connection that writes. */
import type { Administration, TokenInfo } from '../../store.ts'

/** The methods that return a promise. */
type Asynchronous<T> = {
  [Name in keyof T]: T[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
}[keyof T]

/** The asynchronous methods that only read. */
type Reads = 'group'

/** All methods that change the database for an operator: a new method of the interface belongs here at once. */
export interface Changes extends Omit<
  Pick<Administration, Exclude<Asynchronous<Administration>, Reads>>,
  'revokeToken'
> {
  revokeToken: (id: number) => Promise<{ readonly token: TokenInfo; readonly changed: boolean }>
  /** The second part of creating a token: its secret was delivered. */
  deliverToken: () => Promise<TokenInfo>
  /** The same for a token that replaces another. */
  deliverSuccessor: (replaced: number) => Promise<TokenInfo>
  /** The change that the function `restore` makes. */
  restore: (from: string) => Promise<Restored>
}

export type ChangeName = keyof Changes

/** What a restore brought back, and the file that keeps what it replaced. */
interface Restored {
  readonly madeAt: Date | undefined
  readonly plants: number
  readonly users: number
  readonly keptAs: string | undefined
}
