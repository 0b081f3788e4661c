/**
 * What the service and the operator's command may ask of a store, and what they may rely on.
 *
 * Every engine keeps these promises, and the suite checks them:
 * - A method that changes something is one transaction. When its promise resolves, the change is on disk. When it
 *   rejects, nothing changed.
 * - A plant is in a user's list if and only if it was granted to the user or to a group the user is a member of,
 *   individually or by a standing grant.
 * - Plants are listed in the order in which they were added. An id is never used twice.
 * - Every error that a person can do something about is a `StoreError`.
 * - Every change leaves exactly one entry in the audit trail, in the same transaction; a call that changes nothing
 *   leaves none.
 */
import type { Plant } from '@plant-store/contracts'
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
import type { ImportOutcome, ImportProblem, Records } from './records.ts'

export type * from './grants.ts'
export type * from './records.ts'

/** Who is asking. */
export interface Principal {
  readonly userId: number
  readonly user: string
  readonly tokenId: number
}

/** Why a token is not accepted and, if known, whose it was. For the log, never for the caller. */
export interface TokenRefusal {
  readonly refusal: 'malformed' | 'unknown' | 'expired' | 'revoked' | 'user disabled'
  readonly tokenId?: number
  readonly user?: string
}

/** One section of a user's list, as of one moment. */
export interface Page {
  readonly plants: readonly Plant[]
  /** Where the next page begins: after the plant with this id, the last of this page. Undefined on an empty page. */
  readonly last: number | undefined
  /** It may end before its limit, since its text would be too long to hold: more plants may follow. */
  readonly isCut: boolean
  /** The revision of the list that this page shows. */
  readonly revision: string
}

/** The longest page that a store hands out: long enough for speed, short enough to be released soon. */
export const maxPageSize = 1000

/** What a token gives access to: the list of its user, and nobody else's. Holds nothing open; needs no closing. */
export interface Session {
  readonly principal: Principal
  /**
   * Identifies the state of the user's list at a moment not before the call of `openSession`. It changes with every
   * change to the list, in the same transaction, and otherwise only with a restore or a repair; it never returns to an
   * old value, and no two lists share one.
   */
  readonly revision: string
  /**
   * The first `limit` plants with their revision, fewer if the page is cut. Rejects with a `RangeError` unless `limit`
   * is a whole number up to `maxPageSize`; with a `SessionEndedError` if the token or user has ended meanwhile. `since`
   * is when the request began to wait for the store, by `performance.now()`; its time limit counts from then.
   */
  firstPage(limit: number, since?: number): Promise<Page>
  /**
   * The plants after `page`, of the same revision: consecutive pages show the list of one moment. Rejects with a
   * `SessionEndedError` if the token or user has ended, or the list has changed since; with a `RangeError` for a bad
   * `limit`, or after an empty page.
   */
  nextPage(page: Page, limit: number): Promise<Page>
}

/** Why a session can't go on. */
export type SessionEnd = 'token expired' | 'token revoked' | 'user disabled' | 'user removed' | 'list changed'

/** Something begun with a session can't be finished. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
  readonly reason: SessionEnd

  constructor(reason: SessionEnd) {
    super(reason)
    this.reason = reason
  }
}

/** Why the database was read. A response from memory does not read it. */
export type ReadOperation = 'authenticate' | 'page' | 'ping'
export type ReadOutcome = 'answered' | 'failed'

/** Called for every read of the database that a request causes. */
export type OnRead = (operation: ReadOperation, outcome: ReadOutcome, durationMs: number) => void

/** The part of a store that answers requests. */
export interface PlantReader {
  /**
   * Checks a token as it was sent, and resolves to a session for its holder, or to why there is none. Effective at
   * once: the response includes every change that any process committed before the call. As long as nothing changes,
   * equal calls return the identical session and pages. `ahead` is the limit of the first page that will be requested, if
   * known: that page may then come with the session, in one transaction or round trip.
   */
  openSession(token: string, ahead?: number): Promise<Session | TokenRefusal>
  /** Resolves when the store can answer; rejects with a `StoreError` saying why not. */
  ping(): Promise<void>
  /**
   * Writes down which tokens were accepted since the last call, to the hour; requests only remember it. Uses a
   * connection of its own, even if the store is read-only, and resolves to the number of tokens. Before the store is
   * closed, it may wait up to `waitMs` for another writer. When it rejects, with a `StoreError`, the next call writes
   * what this one did not. Nothing else is written without an entry in the audit trail.
   */
  recordTokenUse(waitMs?: number): Promise<number>
  /** For metrics. A token counts as expiring if it is accepted now but no longer in `soonMs` milliseconds. */
  counts(soonMs: number): Promise<Counts>
}

/** The number of users and tokens. */
export interface Counts {
  readonly users: number
  /** Tokens that are accepted. */
  readonly activeTokens: number
  /** Accepted tokens that expire soon. */
  readonly expiringTokens: number
}

/**
 * A person or program that lists plants. Names are unique in whatever Unicode form they are written, have 1 to 200
 * characters, are not blank, and have no characters that control a terminal or change the direction of writing.
 */
export interface User {
  readonly id: number
  readonly name: string
  readonly groups: readonly string[]
  readonly createdAt: Date
  /** Since when the user's tokens have been refused; undefined: they are accepted. */
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
  /** How many plants are granted to it individually. */
  readonly grants: number
  readonly standing: readonly StandingPlants[]
}

/** A section of a list: the items after the one with this id, at most `limit` of them. By default the whole list. */
export interface ListRange {
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

/** A plant to be added. */
export type NewPlant = Omit<PlantRecord, 'id'>

/** One plant. */
export type PlantId = { readonly id: number } | { readonly key: string }

/** The new values of a plant; null: without this member. Omitted values stay as they are. */
export type PlantChange = {
  readonly [Name in keyof Plant]?: Plant[Name] | (object extends Pick<Plant, Name> ? null : never) | undefined
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
  /** Since when use has been recorded, but not before the token was made; undefined: no service ever recorded it. */
  readonly useRecordedSince: Date | undefined
  readonly state: 'active' | 'expired' | 'revoked' | 'user disabled'
}

/** Selects tokens: those of a user, those that are accepted now and expire by a given time. */
export interface TokenFilter extends ListRange {
  readonly user?: string | undefined
  readonly expiresBy?: Date | undefined
}

/** Selects entries of the audit trail. */
export interface AuditFilter extends ListRange {
  readonly since?: Date | undefined
}

/** A new token: `secret` exists only here; the store keeps its SHA-256. */
export interface NewToken {
  readonly secret: string
  readonly token: TokenInfo
}

/**
 * Hands a new token to the person it is for. Until this resolves, the token is listed as expired and is not accepted.
 * If it rejects, or the process ends before, the token stays so: a secret that nobody received never counts.
 */
export type Deliver = (made: NewToken) => Promise<void>

/** What was removed along with a user. */
export interface RemovedUser {
  readonly grants: number
  readonly memberships: number
  readonly tokens: number
}

/** What was removed along with a group. */
export interface RemovedGroup {
  readonly grants: number
  readonly members: number
}

/** One thing that `verify` found wrong; or a `note` on what is on our tables and is not ours, such as a trigger. */
export interface Finding {
  readonly what: 'integrity' | 'foreign-key' | 'access' | 'schema' | 'note'
  readonly detail: string
}

/** What an operator may read. Whatever a call names must exist, or a `StoreError` says what doesn't. */
export interface OperatorReader {
  users(range?: ListRange): AsyncIterable<User>
  groups(range?: ListRange): AsyncIterable<Group>
  /** Without standing grants. A range is a range of plants, and needs a subject. */
  grants(subject?: Subject, range?: ListRange): AsyncIterable<Grant>
  standingGrants(subject?: Subject): AsyncIterable<StandingGrant>
  /** The plants that the user sees, in the order of ids, and why. */
  plantsSeenBy(user: string, range?: ListRange): AsyncIterable<SeenPlant>
  /** The users who see the plant, in the order of ids, and why. */
  usersWhoSee(plantId: number, range?: ListRange): AsyncIterable<SeeingUser>
  plants(selection: PlantSelection, range?: ListRange): AsyncIterable<PlantRecord>
  tokens(filter?: TokenFilter): AsyncIterable<TokenInfo>
  /** Checks the integrity of the file, of its references, and of the access table against the grants. */
  verify(): AsyncIterable<Finding>
  group(name: string): Promise<GroupDetails>
  audit(filter?: AuditFilter): AsyncIterable<AuditEntry>
}

/** The part of a store for the operator: reading, as above, and changes. */
export interface Administration extends OperatorReader {
  addUser(name: string): Promise<User>
  removeUser(name: string): Promise<RemovedUser>
  addGroup(name: string): Promise<Group>
  removeGroup(name: string): Promise<RemovedGroup>
  /** Resolves to false if the user already was, or wasn't, a member. */
  addMember(group: string, user: string): Promise<boolean>
  removeMember(group: string, user: string): Promise<boolean>
  /** Reaches the plants that exist now; plants added later need another grant, or a standing grant. */
  grant(subject: Subject, plants: PlantSelection): Promise<Outcome>
  revoke(subject: Subject, plants: PlantSelection): Promise<RevokeOutcome>
  /** A standing grant reaches the plants that match at any time, and stays when plants are removed. */
  grantStanding(subject: Subject, plants: StandingSelection): Promise<StandingOutcome>
  revokeStanding(subject: Subject, plants: StandingSelection): Promise<StandingRevokeOutcome>
  removePlants(selection: PlantSelection): Promise<Outcome>
  /** Creates a token. With `deliver`, it is accepted once that has resolved; see `Deliver`. */
  createToken(user: string, name: string, expiresAt?: Date, deliver?: Deliver): Promise<NewToken>
  /**
   * Creates a successor with the same user, name and lifetime; the old token stays valid for `overlapMs`, then expires.
   * With `deliver`, all of this takes effect once that has resolved.
   */
  rotateToken(id: number, overlapMs: number, deliver?: Deliver): Promise<NewToken>
  revokeToken(id: number): Promise<TokenInfo>
  /** All or nothing. `records` come from `readRecords`; each problem is reported when it is found. */
  importPlants(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  importUsers(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  importGrants(records: Records, onProblem: (problem: ImportProblem) => void): Promise<ImportOutcome>
  /** Rebuilds the access table from the grants. Resolves to the number of rows that were wrong. */
  rebuildAccess(): Promise<number>
  renameUser(name: string, to: string): Promise<void>
  /** Refuses the user's tokens from the next request on; requests under way end. False if they were already refused. */
  disableUser(name: string): Promise<boolean>
  /** Accepts the user's tokens again. False if they were already accepted. */
  enableUser(name: string): Promise<boolean>
  renameGroup(name: string, to: string): Promise<void>
  addPlant(plant: NewPlant): Promise<PlantRecord>
  /** `changed` is 0 if the plant already had these values. */
  setPlant(plant: PlantId, change: PlantChange): Promise<{ readonly plant: PlantRecord } & Outcome>
  /** Deletes the tokens that expired or were revoked at that time or earlier. Resolves to their number. */
  purgeTokens(deadSince: Date): Promise<number>
  /** Deletes the entries from before that time. Resolves to their number. */
  purgeAudit(before: Date): Promise<number>
}

/** An open store. Close it once; a closed store rejects everything. */
export interface Store extends PlantReader, Administration {
  close(): Promise<void>
}

/** What one command changed. Written in the same transaction as the change: neither exists without the other. */
export interface AuditEntry {
  readonly id: number
  readonly at: Date
  /** The operator's command, such as `users add`, whichever program called the store. */
  readonly command: string
  /** The operating system user that the program ran as. */
  readonly osUser: string
  /** The person who ran it, if the program was told. */
  readonly actor: string | undefined
  /** What was done, as a sentence with its counts. */
  readonly summary: string
  /** The summary for programs. Never contains a secret; long lists are cut to their first values. */
  readonly details: Readonly<Record<string, unknown>>
}
