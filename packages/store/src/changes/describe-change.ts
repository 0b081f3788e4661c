/** The command and the audit trail's description of each change. */
import type { ImportOutcome, PlantRecord, TokenInfo } from '../store.ts'
import type { Deed } from './audit-entry.ts'
import type { ChangeName, Changes } from './changes.ts'
import { grantDescriptions } from './describe-grants.ts'
import { count, type Description, did, didIf, quote, type Told } from './description.ts'

/** The change as the audit trail records it; undefined if nothing was changed. */
export function describeChange<Name extends ChangeName>(
  name: Name,
  result: Awaited<ReturnType<Changes[Name]>>,
  given: Parameters<Changes[Name]>,
): Deed | undefined {
  const { command, tell }: Description<Name> = descriptions[name]
  const told = tell(result, ...given)
  return told && { command, ...told }
}

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

function tellImport(outcome: ImportOutcome): Told {
  const { lines, added, updated } = outcome
  return didIf(
    added + updated,
    `Imported ${count(lines, 'record')}: ${added} added, ${updated} updated.`,
    outcome,
  )
}

/** `replaced` is the token that the new one replaces, if any. `isDelivered`: the secret is not delivered separately. */
function tellNewToken(token: TokenInfo, isDelivered: boolean, replaced?: number): Told {
  const successor = replaced === undefined ? '' : `, which replaces token ${replaced}`
  const state = isDelivered ? '' : '; it is not active before its secret is delivered'
  return did(`Created ${tokenName(token)}${successor}${state}.`, { ...tokenDetails(token), replaced })
}

const descriptions: { readonly [Name in ChangeName]: Description<Name> } = {
  addUser: {
    command: 'users add',
    tell: ({ name }) => did(`Added user ${quote(name)}.`, { user: name }),
  },
  removeUser: {
    command: 'users remove',
    tell: (removed, user) => {
      const { grants, memberships, tokens } = removed
      const held = `${count(grants, 'grant')}, ${count(memberships, 'membership')} and ${count(tokens, 'token')}`
      return did(`Removed user ${quote(user)} with ${held}.`, { user, ...removed })
    },
  },
  renameUser: {
    command: 'users rename',
    tell: (_, user, to) => did(`Renamed user ${quote(user)} to ${quote(to)}.`, { user, to }),
  },
  disableUser: {
    command: 'users disable',
    tell: (changed, user) => didIf(changed, `Disabled user ${quote(user)}.`, { user }),
  },
  enableUser: {
    command: 'users enable',
    tell: (changed, user) => didIf(changed, `Enabled user ${quote(user)}.`, { user }),
  },
  addGroup: {
    command: 'groups add',
    tell: ({ name }) => did(`Added group ${quote(name)}.`, { group: name }),
  },
  removeGroup: {
    command: 'groups remove',
    tell: (removed, group) => {
      const held = `${count(removed.grants, 'grant')} and ${count(removed.members, 'member')}`
      return did(`Removed group ${quote(group)} with ${held}.`, { group, ...removed })
    },
  },
  renameGroup: {
    command: 'groups rename',
    tell: (_, group, to) => did(`Renamed group ${quote(group)} to ${quote(to)}.`, { group, to }),
  },
  addMember: {
    command: 'groups add-member',
    tell: (changed, group, user) =>
      didIf(changed, `Added user ${quote(user)} to group ${quote(group)}.`, { group, user }),
  },
  removeMember: {
    command: 'groups remove-member',
    tell: (changed, group, user) =>
      didIf(changed, `Removed user ${quote(user)} from group ${quote(group)}.`, { group, user }),
  },
  ...grantDescriptions,
  addPlant: {
    command: 'plants add',
    tell: (plant) => did(`Added ${plantName(plant)}.`, plant),
  },
  setPlant: {
    command: 'plants set',
    tell: ({ plant, changed }) =>
      didIf(
        changed,
        `Set ${plantName(plant)}${plant.tag === undefined ? ', without a tag' : `, tag ${quote(plant.tag)}`}.`,
        plant,
      ),
  },
  removePlants: {
    command: 'plants remove',
    tell: (outcome, plants) =>
      didIf(outcome.changed, `Removed ${count(outcome.changed, 'plant')}.`, { plants, ...outcome }),
  },
  createToken: {
    command: 'tokens create',
    tell: ({ token }, _user, _name, _expiresAt, deliver) => tellNewToken(token, deliver === undefined),
  },
  rotateToken: {
    command: 'tokens rotate',
    tell: ({ token }, replaced, _overlapMs, deliver) => tellNewToken(token, deliver === undefined, replaced),
  },
  deliverToken: {
    command: 'tokens create',
    tell: (token) => did(`Delivered the secret of ${tokenName(token)}.`, tokenDetails(token)),
  },
  deliverSuccessor: {
    command: 'tokens rotate',
    tell: (token, replaced) =>
      did(`Delivered the secret of ${tokenName(token)}.`, { ...tokenDetails(token), replaced }),
  },
  revokeToken: {
    command: 'tokens revoke',
    tell: ({ token, changed }) => didIf(changed, `Revoked ${tokenName(token)}.`, tokenDetails(token)),
  },
  purgeTokens: {
    command: 'tokens purge',
    tell: (purged, deadSince) =>
      didIf(
        purged,
        `Purged ${count(purged, 'token')}, expired or revoked before ${deadSince.toISOString()}.`,
        {
          purged,
          deadSince,
        },
      ),
  },
  importPlants: { command: 'import plants', tell: tellImport },
  importUsers: { command: 'import users', tell: tellImport },
  importGrants: { command: 'import grants', tell: tellImport },
  rebuildAccess: {
    command: 'verify --repair',
    tell: (rows) => didIf(rows, `Repaired ${count(rows, 'row')} of the table of who sees what.`, { rows }),
  },
  purgeAudit: {
    command: 'audit purge',
    tell: (purged, before) =>
      didIf(purged, `Purged entries of the audit trail from before ${before.toISOString()}: ${purged}.`, {
        purged,
        before,
      }),
  },
  restore: {
    command: 'restore',
    tell: (restored, from) => {
      const held = `${count(restored.plants, 'plant')} and ${count(restored.users, 'user')}`
      return did(`Restored the backup ${quote(from)} with ${held}.`, { from, ...restored })
    },
  },
  copy: {
    command: 'copy',
    tell: ({ rows }, from) => {
      const held = `${count(rows['plant'] ?? 0, 'plant')} and ${count(rows['users'] ?? 0, 'user')}`
      return did(`Copied ${quote(from)} with ${held}.`, { from, rows })
    },
  },
}
