/**
 * What the service and the operator's command may ask of a store, and what they may rely on.
 *
 * Promises that every engine keeps, and the suite checks:
 * - A method that changes something is one transaction. When its promise resolves, the change is on disk.
 *   When it rejects, nothing changed.
 * - A plant is in a user's list if and only if it was granted to the user or to a group the user is a member of, by
 *   itself or by a standing grant.
 * - Plants are listed in the order in which they were added. An id is never used twice.
 * - Every error that a person can do something about is a `StoreError`.
 * - Whatever changes something leaves one entry in the audit trail, in the same transaction; what changes nothing, none.
 */
import type { Plant } from '@plant-store/contracts'
import type { AuditEntry } from './audit.ts'
import type {
  Grant,
  Outcome,
  PlantRecord,
  PlantSelection,
  RevokeOutcome,
  SeeingUser,
  SeenPlant,
  StandingGrant,
  StandingOutcome,
  StandingPlants,
  StandingRevokeOutcome,
  StandingSelection,
  Subject,
} from './grants.ts'

export type * from './grants.ts'

/** Who is asking. */
export interface Principal {
  readonly userId: number
  readonly user: string
  readonly tokenId: number
}

/** Why a token is not accepted, and whose it was where that is known. For the log, never for the caller. */
export interface TokenRefusal {
  readonly refusal: 'malformed' | 'unknown' | 'expired' | 'revoked' | 'user disabled'
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
   * of the list, in the same transaction, and with nothing else but a restore and a repair; it never returns to an old
   * value, and no two lists have one in common.
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
export type SessionEnd = 'token expired' | 'token revoked' | 'user disabled' | 'user removed' | 'list changed'

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

/**
 * Where a page of a long list came from, where there are replicas: from one of them; from the primary, because the list of
 * the replica was another one (`lagging`), or because none answered (`primary`).
 */
export type PageSource = 'replica' | 'lagging' | 'primary'

/** Hears of every page of a long list, where there are replicas. */
export type OnPage = (source: PageSource) => void

/** The part of a store that answers requests. */
export interface PlantReader {
  /**
   * Checks a token as it was sent: a session for its holder, or why there is none. Effective at once: a change by any
   * process that was committed before the call is in the answer. As long as nothing changes, equal calls get the
   * identical session and pages. `ahead` says the limit of the first page that will be asked for, where that is known: it
   * may then come with the session, in one transaction or round trip. It is not called where the store needs nothing.
   */
  openSession(token: string, ahead?: () => number | undefined): Promise<Session | TokenRefusal>
  /** Resolves when the store can answer; rejects with a `StoreError` saying why not. */
  ping(): Promise<void>
  /**
   * Writes down which tokens were accepted since the last call, to the hour; requests only remember it. It has a
   * connection of its own, also where the store is read-only, waits for another writer at most `waitMs`, and resolves to
   * the number of tokens. When it rejects, with a `StoreError`, the next call writes what this one didn't. It is the
   * only thing that is written without an entry in the audit trail.
   */
  recordTokenUse(waitMs?: number): Promise<number>
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
  /** Since when the tokens of the user are refused; undefined: they are not. */
  readonly disabledAt: Date | undefined
}

/** A named set of users that plants can be granted to. */
export interface Group {
  readonly id: number
  readonly name: string
  readonly members: number
  readonly createdAt: Date
}

/** A group with all its members. */
export interface GroupDetails extends Group {
  readonly users: readonly Pick<User, 'name' | 'disabledAt'>[]
  /** How many plants are granted to it one by one. */
  readonly grants: number
  readonly standing: readonly StandingPlants[]
}

/** A stretch of a list: what comes after the item with this id, and at most so many. Everything unless told. */
export interface ListRange {
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

/** A plant that is to be added. */
export type NewPlant = Omit<PlantRecord, 'id'>

/** One plant. */
export type PlantId = { readonly id: number } | { readonly key: string }

/** What a plant is to be from now on; null: without a tag. What is not given stays. */
export interface PlantChange {
  readonly name?: string | undefined
  readonly tag?: string | null | undefined
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
  /** The beginning of the last hour in which a service accepted it. */
  readonly lastUsedAt: Date | undefined
  /** Since when that is written down, and not before the token was made; undefined: no service ever did. */
  readonly useRecordedSince: Date | undefined
  readonly state: 'active' | 'expired' | 'revoked' | 'user disabled'
}

/** Which tokens: those of a user, those that are accepted now and expire by some time. */
export interface TokenFilter extends ListRange {
  readonly user?: string | undefined
  readonly expiresBy?: Date | undefined
}

/** Which entries of the audit trail. */
export interface AuditFilter extends ListRange {
  readonly since?: Date | undefined
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

/** What went with a user. */
export interface RemovedUser {
  readonly grants: number
  readonly memberships: number
  readonly tokens: number
}

/** What went with a group. */
export interface RemovedGroup {
  readonly grants: number
  readonly members: number
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
  removeUser(name: string): Promise<RemovedUser>
  users(range?: ListRange): AsyncIterable<User>
  addGroup(name: string): Promise<Group>
  removeGroup(name: string): Promise<RemovedGroup>
  groups(range?: ListRange): AsyncIterable<Group>
  /** Resolves to false when the user already was, or wasn't, a member. */
  addMember(group: string, user: string): Promise<boolean>
  removeMember(group: string, user: string): Promise<boolean>
  /** Grants reach the plants that exist now; those added later are granted later, or by a standing grant. */
  grant(subject: Subject, plants: PlantSelection): Promise<Outcome>
  revoke(subject: Subject, plants: PlantSelection): Promise<RevokeOutcome>
  /** Without the standing ones. A range, which is of plants, needs a subject. */
  grants(subject?: Subject, range?: ListRange): AsyncIterable<Grant>
  /** Standing grants reach the plants that match at any time, and stay when plants go. */
  grantStanding(subject: Subject, plants: StandingSelection): Promise<StandingOutcome>
  revokeStanding(subject: Subject, plants: StandingSelection): Promise<StandingRevokeOutcome>
  standingGrants(subject?: Subject): AsyncIterable<StandingGrant>
  /** What the user sees, in the order of ids, and why. */
  plantsSeenBy(user: string, range?: ListRange): AsyncIterable<SeenPlant>
  /** Who sees the plant, in the order of ids, and why. */
  usersWhoSee(plantId: number, range?: ListRange): AsyncIterable<SeeingUser>
  plants(selection: PlantSelection, range?: ListRange): AsyncIterable<PlantRecord>
  removePlants(selection: PlantSelection): Promise<Outcome>
  /** Makes a token. With `deliver`, it is accepted once that has resolved; see `Deliver`. */
  createToken(user: string, name: string, expiresAt?: Date, deliver?: Deliver): Promise<NewToken>
  tokens(filter?: TokenFilter): AsyncIterable<TokenInfo>
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
  renameUser(name: string, to: string): Promise<void>
  /** Refuses the tokens of a user from the next request on; what is under way ends. False where they were already. */
  disableUser(name: string): Promise<boolean>
  /** Accepts them again. False where they were accepted already. */
  enableUser(name: string): Promise<boolean>
  renameGroup(name: string, to: string): Promise<void>
  group(name: string): Promise<GroupDetails>
  addPlant(plant: NewPlant): Promise<PlantRecord>
  /** `changed`: 0 where the plant was so already. */
  setPlant(plant: PlantId, change: PlantChange): Promise<{ readonly plant: PlantRecord } & Outcome>
  /** Deletes the tokens that have been expired or revoked since then or longer. Resolves to their number. */
  purgeTokens(deadSince: Date): Promise<number>
  audit(filter?: AuditFilter): AsyncIterable<AuditEntry>
  /** Deletes the entries from before. Resolves to their number. */
  purgeAudit(before: Date): Promise<number>
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
