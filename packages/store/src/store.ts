/**
 * What the service and the operator's command may ask of a store, and what they may rely on.
 *
 * Promises that every engine keeps, and the suite checks:
 * - A method that changes something is one transaction. When its promise resolves, the change is on disk.
 *   When it rejects, nothing changed.
 * - What a user may see (`visible`) is always the flattened form of the grants: a plant is visible to a user
 *   if and only if it was granted to the user or to a group the user is a member of.
 * - Plants are listed in the order in which they were added. An id is never used twice.
 * - Every failure that a person can mend is a `StoreError`.
 */
import type { Plant } from '@plant-store/contracts'

/** Who is asking, as of the moment the token was checked. */
export interface Principal {
  readonly userId: number
  readonly user: string
  readonly tokenId: number
  /** Changes whenever what the user may see changes, in the same transaction; never returns to an old value. */
  readonly revision: string
  /** The state of the database in which this was true, as `page` takes it. Means nothing outside this store. */
  readonly asOf: number
}

/** Why a token is not accepted. For the log, never for the caller. */
export type TokenRefusal = 'malformed' | 'unknown' | 'expired' | 'revoked'

/** One stretch of a user's list. */
export interface Page {
  readonly plants: readonly Plant[]
  /** The id of the last plant of the page: pass it as `after` for the next one. Undefined on an empty page. */
  readonly last: number | undefined
}

/** What the database was asked for. An answer from memory asks it nothing. */
export type ReadOperation = 'authenticate' | 'page' | 'ping'
export type ReadOutcome = 'answered' | 'failed'

/** Hears of every read that a request cost the database. */
export type OnRead = (operation: ReadOperation, outcome: ReadOutcome, durationMs: number) => void

/** The part of a store that answers requests. */
export interface Catalogue {
  /** Checks a token as it was sent. Effective at once: no answer outlives a revocation or an expiry. */
  authenticate(token: string): Promise<Principal | TokenRefusal>
  /**
   * The first `limit` plants with an id above `after` that the user may see, by id.
   * One page is one snapshot; two pages are two. `limit` is a non-negative integer of at most `maxPageSize`.
   * With the `asOf` of a principal, the page may be of the state in which that principal was authenticated: one
   * request then asks the database once whether anything has changed.
   */
  page(userId: number, after: number, limit: number, asOf?: number): Promise<Page>
  /** Resolves when the store can answer; rejects with a `StoreError` saying why not. */
  ping(): Promise<void>
}

/** The longest page that a store hands out: long enough to be quick, short enough to be let go soon. */
export const maxPageSize = 1000

/** A person or program that lists plants. Names are unique, 1 to 200 characters, without control characters. */
export interface User {
  readonly id: number
  readonly name: string
  readonly groups: readonly string[]
  readonly createdAt: Date
}

/** A named set of users that plants can be granted to. */
export interface Group {
  readonly id: number
  readonly name: string
  readonly members: number
  readonly createdAt: Date
}

/** Who a plant is granted to. */
export type Subject = { readonly user: string } | { readonly group: string }

/** Which plants are meant: those that match every given part. `{ all: true }` means every plant there is now. */
export type PlantSelection =
  | { readonly all: true }
  | { readonly id?: number; readonly key?: string; readonly name?: string; readonly tag?: string }

/** A plant as the operator sees it. `key` is the plant's identity in the files it comes from, where it has one. */
export interface PlantRecord extends Plant {
  readonly id: number
  readonly key?: string
}

export interface Grant {
  readonly subject: Subject
  readonly plant: PlantRecord
}

/** A token as it may be shown at any time: never the secret, only its first characters. */
export interface TokenInfo {
  readonly id: number
  readonly user: string
  readonly name: string
  /** The recognisable beginning, such as `pst_Xa81kQ2f`. */
  readonly prefix: string
  readonly createdAt: Date
  readonly expiresAt: Date | undefined
  readonly revokedAt: Date | undefined
  readonly state: 'active' | 'expired' | 'revoked'
}

/** A new token: `secret` exists only here; the store keeps its SHA-256. */
export interface NewToken {
  readonly secret: string
  readonly token: TokenInfo
}

/** How many things a selection matched, and how many of them the call changed. */
export interface Outcome {
  readonly matched: number
  readonly changed: number
}

/**
 * What an import did, or, with problems, would have done had they not been there: then nothing was changed. Every
 * line counts once: a line of a users or grants file is `added` if it adds a user or any grant.
 */
export interface ImportOutcome {
  readonly lines: number
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly problems: number
}

/**
 * One line of a file that can't be imported, and why, as a sentence. `line` counts from 1, the header of a CSV file
 * included; in a JSON array it counts items.
 */
export interface ImportProblem {
  readonly line: number
  readonly reason: string
}

/** One thing that `verify` found wrong. */
export interface Finding {
  readonly what: 'integrity' | 'foreign-key' | 'access' | 'schema'
  readonly detail: string
}

/** The part of a store that the operator works with. Everything named must exist, or a `StoreError` says what doesn't. */
export interface Administration {
  addUser(name: string): Promise<User>
  removeUser(name: string): Promise<void>
  users(): AsyncIterable<User>
  addGroup(name: string): Promise<Group>
  removeGroup(name: string): Promise<void>
  groups(): AsyncIterable<Group>
  /** Resolves to false when the user already was, or wasn't, a member. */
  addMember(group: string, user: string): Promise<boolean>
  removeMember(group: string, user: string): Promise<boolean>
  /** Grants reach the plants that exist now; plants added later are granted later. */
  grant(subject: Subject, plants: PlantSelection): Promise<Outcome>
  revoke(subject: Subject, plants: PlantSelection): Promise<Outcome>
  grants(subject?: Subject): AsyncIterable<Grant>
  plants(selection: PlantSelection): AsyncIterable<PlantRecord>
  removePlants(selection: PlantSelection): Promise<Outcome>
  createToken(user: string, name: string, expiresAt?: Date): Promise<NewToken>
  tokens(user?: string): AsyncIterable<TokenInfo>
  /** Makes a successor with the same user, name and lifetime; the old token goes on for `overlapMs`, then expires. */
  rotateToken(id: number, overlapMs: number): Promise<NewToken>
  revokeToken(id: number): Promise<TokenInfo>
  /** All or nothing. `records` come from `readRecords`; each problem is reported as it is found. */
  importPlants(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  importUsers(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  importGrants(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  /** Integrity of the file, of its references, and of the access table against the grants. */
  verify(): AsyncIterable<Finding>
  /** Makes the access table anew from the grants. Resolves to the number of rows that were wrong. */
  rebuildAccess(): Promise<number>
  /** Writes a consistent, verified copy while others read and write. The file appears whole or not at all. */
  backup(file: string): Promise<void>
}

/** Records of a file in batches: what each line holds, or why it can't be read. */
export type Records = AsyncIterable<readonly RecordLine[]>
export type RecordLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string }

/** An open store. Close it once; a closed store rejects everything. */
export interface Store extends Catalogue, Administration {
  close(): Promise<void>
}
