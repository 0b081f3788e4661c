/**
 * What the service and the operator's command may ask of a store, and what they may rely on.
 *
 * Promises that every engine keeps, and the suite checks:
 * - A method that changes something is one transaction. When its promise resolves, the change is on disk.
 *   When it rejects, nothing changed.
 * - A plant is in a user's list if and only if it was granted to the user or to a group the user is a member of.
 * - Plants are listed in the order in which they were added. An id is never used twice.
 * - Every error that a person can do something about is a `StoreError`.
 */
import type { Plant } from '@plant-store/contracts'

/** Who is asking. */
export interface Principal {
  readonly userId: number
  readonly user: string
  readonly tokenId: number
}

/** Why a token is not accepted, and whose it was where that is known. For the log, never for the caller. */
export interface TokenRefusal {
  readonly refusal: 'malformed' | 'unknown' | 'expired' | 'revoked'
  readonly tokenId?: number
  readonly user?: string
}

/** One stretch of a user's list, as of one moment. */
export interface Page {
  readonly plants: readonly Plant[]
  /** Where the next page begins: the id of the last plant. Undefined on an empty page. */
  readonly last: number | undefined
  /** The state of the list that this page is of. */
  readonly revision: string
}

/** The longest page that a store hands out: long enough to be quick, short enough to be let go soon. */
export const maxPageSize = 1000

/** What a token gives access to: the list of its user, and nobody else's. Holds nothing open; needs no closing. */
export interface Session {
  readonly principal: Principal
  /**
   * Names the state of the user's list at a moment not before `openSession` was called. It changes with every change
   * of the list, in the same transaction, and never returns to an old value; no two lists have one in common.
   */
  readonly revision: string
  /**
   * The first `limit` plants, with the revision that they are of. `limit` is a whole number up to `maxPageSize`, or it
   * rejects with a `RangeError`. Rejects with a `SessionEndedError` when the token or user has ended meanwhile.
   */
  firstPage(limit: number): Promise<Page>
  /**
   * The plants after `page`, of the same revision: pages that follow each other are the list of one moment. Rejects
   * with a `SessionEndedError` when the token or user has ended, or the list has changed since; with a `RangeError` for
   * a bad `limit`, or after an empty page.
   */
  nextPage(page: Page, limit: number): Promise<Page>
}

/** Why a session can't go on. */
export type SessionEnd = 'token expired' | 'token revoked' | 'user removed' | 'list changed'

/** What was begun with a session can't be finished. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
  readonly reason: SessionEnd

  constructor(reason: SessionEnd) {
    super(reason)
    this.reason = reason
  }
}

/** What the database was asked for. An answer from memory asks it nothing. */
export type ReadOperation = 'authenticate' | 'page' | 'ping'
export type ReadOutcome = 'answered' | 'failed'

/** Hears of every read that a request cost the database. */
export type OnRead = (operation: ReadOperation, outcome: ReadOutcome, durationMs: number) => void

/** The part of a store that answers requests. */
export interface PlantReader {
  /**
   * Checks a token as it was sent: a session for its holder, or why there is none. Effective at once: a change by any
   * process that was committed before the call is in the answer. As long as nothing changes, equal calls get the
   * identical session and pages.
   */
  openSession(token: string): Promise<Session | TokenRefusal>
  /** Resolves when the store can answer; rejects with a `StoreError` saying why not. */
  ping(): Promise<void>
  /** For metrics. Tokens are expiring that are accepted now, and in `soonMs` milliseconds no longer. */
  counts(soonMs: number): Promise<Counts>
}

/** How many there are. */
export interface Counts {
  readonly users: number
  /** Tokens that are accepted. */
  readonly activeTokens: number
  /** Those of them that expire soon. */
  readonly expiringTokens: number
}

/**
 * A person or program that lists plants. Names are unique in whatever Unicode form they are written, 1 to 200 characters,
 * not blank, and without characters that control a terminal or change the direction of writing.
 */
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

/**
 * Which plants are meant: those that match every given part; a part that lists several values matches any of them.
 * `{ all: true }` means every plant there is now.
 */
export type PlantSelection =
  | { readonly all: true }
  | {
      readonly id?: OneOrMore<number>
      readonly key?: OneOrMore<string>
      readonly name?: OneOrMore<string>
      readonly tag?: OneOrMore<string>
    }

type OneOrMore<T> = T | readonly T[]

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

/**
 * Hands a new token to the person it is for. Until it has resolved the token is listed as expired and not accepted: when
 * it rejects, or the process ends before, it stays so, and no secret counts that nobody received.
 */
export type Deliver = (made: NewToken) => Promise<void>

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
 * Why a record of a file can't be imported, as a sentence. `line` is the line of the file on which the record begins,
 * whatever the format, counted from 1. Every problem is reported: whoever shows them stops at a number that helps.
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
  /** Makes a token. With `deliver`, it is accepted once that has resolved; see `Deliver`. */
  createToken(user: string, name: string, expiresAt?: Date, deliver?: Deliver): Promise<NewToken>
  tokens(user?: string): AsyncIterable<TokenInfo>
  /**
   * Makes a successor with the same user, name and lifetime; the old token goes on for `overlapMs`, then expires. With
   * `deliver`, all of that holds once it has resolved.
   */
  rotateToken(id: number, overlapMs: number, deliver?: Deliver): Promise<NewToken>
  revokeToken(id: number): Promise<TokenInfo>
  /** All or nothing. `records` come from `readRecords`; each problem is reported as it is found. */
  importPlants(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  importUsers(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  importGrants(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  /** Integrity of the file, of its references, and of the access table against the grants. */
  verify(): AsyncIterable<Finding>
  /** Makes the access table anew from the grants. Resolves to the number of rows that were wrong. */
  rebuildAccess(): Promise<number>
}

/**
 * Records of a file in batches: what each line holds, or why it can't be read; before those of a CSV file, what its
 * columns are called. A record of several lines has the number of the first.
 */
export type Records = AsyncIterable<readonly RecordLine[]>
export type RecordLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string }
  | { readonly line: number; readonly columns: readonly string[] }

/** An open store. Close it once; a closed store rejects everything. */
export interface Store extends PlantReader, Administration {
  close(): Promise<void>
}
