/** The command and the audit trail's description of each change. */
import type { ImportOutcome, PlantRecord, StandingSelection, Subject, TokenInfo } from '../../store.ts'
import type { AuditSummary } from './audit-entry.ts'
import type { ResultOf } from './change-options.ts'
import type { ChangeName, Changes } from './changes.ts'

type Described = readonly [sentence: string, details: object]

/** The operator's command, and what it did, unless that is nothing. */
type Description<Name extends ChangeName> = readonly [
  command: string,
  describe: (result: ResultOf<Name>, ...given: Parameters<Changes[Name]>) => Described,
]

/** The change as the audit trail records it; undefined if nothing was changed. */
export function describeChange<Name extends ChangeName>(
  name: Name,
  result: ResultOf<Name>,
  given: Parameters<Changes[Name]>,
): AuditSummary | undefined {
  if (isNothing(result)) return undefined
  const [command, describe]: Description<Name> = descriptions[name]
  const [summary, details] = describe(result, ...given)
  return { command, summary, details }
}

/** What changes resolve to that changed nothing. */
function isNothing(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return result === false || result === 0
  if ('updated' in result && 'added' in result) return result.added === 0 && result.updated === 0
  return 'changed' in result && isNothing(result.changed)
}

const quote = (name: string): string => JSON.stringify(name)
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

const tokenName = ({ id, name, user }: TokenInfo): string =>
  `token ${id} (${quote(name)}) of user ${quote(user)}`
const tokenDetails = ({ id, name, user, prefix, expiresAt }: TokenInfo): object => ({
  token: id,
  name,
  user,
  prefix,
  expiresAt,
})
const plantName = ({ id, name }: PlantRecord): string => `plant ${id} (${quote(name)})`
const nameOf = (subject: Subject): string =>
  'user' in subject ? `user ${quote(subject.user)}` : `group ${quote(subject.group)}`

function standingName(selection: StandingSelection): string {
  if ('all' in selection) return 'all plants'
  return `tag ${[selection.tag]
    .flat()
    .map((tag) => quote(tag))
    .join(', ')}`
}

const describeImport = (outcome: ImportOutcome): Described => [
  `Imported ${count(outcome.lines, 'record')}: ${outcome.added} added, ${outcome.updated} updated.`,
  outcome,
]

/** `replaced` is the token that the new one replaces, if any. `isDelivered`: the secret is not delivered separately. */
function describeNewToken(token: TokenInfo, isDelivered: boolean, replaced?: number): Described {
  const successor = replaced === undefined ? '' : `, which replaces token ${replaced}`
  const state = isDelivered ? '' : '; it is not active before its secret is delivered'
  return [`Created ${tokenName(token)}${successor}${state}.`, { ...tokenDetails(token), replaced }]
}

const descriptions: { readonly [Name in ChangeName]: Description<Name> } = {
  addUser: ['users add', ({ name }) => [`Added user ${quote(name)}.`, { user: name }]],
  removeUser: [
    'users remove',
    (removed, user) => {
      const { grants, memberships, tokens } = removed
      const held = `${count(grants, 'grant')}, ${count(memberships, 'membership')} and ${count(tokens, 'token')}`
      return [`Removed user ${quote(user)} with ${held}.`, { user, ...removed }]
    },
  ],
  renameUser: [
    'users rename',
    (_, user, to) => [`Renamed user ${quote(user)} to ${quote(to)}.`, { user, to }],
  ],
  disableUser: ['users disable', (_, user) => [`Disabled user ${quote(user)}.`, { user }]],
  enableUser: ['users enable', (_, user) => [`Enabled user ${quote(user)}.`, { user }]],
  addGroup: ['groups add', ({ name }) => [`Added group ${quote(name)}.`, { group: name }]],
  removeGroup: [
    'groups remove',
    (removed, group) => {
      const held = `${count(removed.grants, 'grant')} and ${count(removed.members, 'member')}`
      return [`Removed group ${quote(group)} with ${held}.`, { group, ...removed }]
    },
  ],
  renameGroup: [
    'groups rename',
    (_, group, to) => [`Renamed group ${quote(group)} to ${quote(to)}.`, { group, to }],
  ],
  addMember: [
    'groups add-member',
    (_, group, user) => [`Added user ${quote(user)} to group ${quote(group)}.`, { group, user }],
  ],
  removeMember: [
    'groups remove-member',
    (_, group, user) => [`Removed user ${quote(user)} from group ${quote(group)}.`, { group, user }],
  ],
  grant: [
    'grants add',
    (outcome, subject, plants) => [
      `Granted ${count(outcome.changed, 'plant')} to ${nameOf(subject)}.`,
      { ...subject, plants, ...outcome },
    ],
  ],
  revoke: [
    'grants remove',
    (outcome, subject, plants) => [
      `Revoked ${count(outcome.changed, 'grant')} of ${nameOf(subject)}.`,
      { ...subject, plants, ...outcome },
    ],
  ],
  grantStanding: [
    'grants add --standing',
    (outcome, subject, standing) => [
      `Granted ${standingName(standing)} to ${nameOf(subject)}, also in future.`,
      { ...subject, standing, ...outcome },
    ],
  ],
  revokeStanding: [
    'grants remove --standing',
    (outcome, subject, standing) => [
      `Revoked the standing grant of ${standingName(standing)} from ${nameOf(subject)}.`,
      { ...subject, standing, ...outcome },
    ],
  ],
  addPlant: ['plants add', (plant) => [`Added ${plantName(plant)}.`, plant]],
  setPlant: [
    'plants set',
    ({ plant }) => {
      const tag = plant.tag === undefined ? 'without a tag' : `tag ${quote(plant.tag)}`
      return [`Set ${plantName(plant)}, ${tag}.`, plant]
    },
  ],
  removePlants: [
    'plants remove',
    (outcome, plants) => [`Removed ${count(outcome.changed, 'plant')}.`, { plants, ...outcome }],
  ],
  createToken: [
    'tokens create',
    ({ token }, _user, _name, _expiresAt, deliver) => describeNewToken(token, deliver === undefined),
  ],
  rotateToken: [
    'tokens rotate',
    ({ token }, replaced, _overlapMs, deliver) => describeNewToken(token, deliver === undefined, replaced),
  ],
  deliverToken: [
    'tokens create',
    (token) => [`Delivered the secret of ${tokenName(token)}.`, tokenDetails(token)],
  ],
  deliverSuccessor: [
    'tokens rotate',
    (token, replaced) => [
      `Delivered the secret of ${tokenName(token)}.`,
      { ...tokenDetails(token), replaced },
    ],
  ],
  revokeToken: ['tokens revoke', ({ token }) => [`Revoked ${tokenName(token)}.`, tokenDetails(token)]],
  purgeTokens: [
    'tokens purge',
    (purged, deadSince) => [
      `Purged ${count(purged, 'token')}, expired or revoked before ${deadSince.toISOString()}.`,
      { purged, deadSince },
    ],
  ],
  importPlants: ['import plants', describeImport],
  importUsers: ['import users', describeImport],
  importGrants: ['import grants', describeImport],
  rebuildAccess: [
    'verify --repair',
    (rows) => [`Repaired ${count(rows, 'row')} of the table of who sees what.`, { rows }],
  ],
  purgeAudit: [
    'audit purge',
    (purged, before) => [
      `Purged entries of the audit trail from before ${before.toISOString()}: ${purged}.`,
      { purged, before },
    ],
  ],
  restore: [
    'restore',
    (restored, from) => {
      const held = `${count(restored.plants, 'plant')} and ${count(restored.users, 'user')}`
      return [`Restored the backup ${quote(from)} with ${held}.`, { from, ...restored }]
    },
  ],
}
