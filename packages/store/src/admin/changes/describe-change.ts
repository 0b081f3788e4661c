/** The command and the audit trail's description of each change. */
import type { ImportOutcome, PlantRecord, TokenInfo } from '../../store.ts'
import type { AuditSummary } from './audit-entry.ts'
import type { ChangeName, Changes } from './changes.ts'
import {
  count,
  type Description,
  grantDescriptions,
  quote,
  summary,
  type Summary,
  summaryIf,
} from './describe-grants.ts'

/** The change as the audit trail records it; undefined if nothing was changed. */
export function describeChange<Name extends ChangeName>(
  name: Name,
  result: Awaited<ReturnType<Changes[Name]>>,
  given: Parameters<Changes[Name]>,
): AuditSummary | undefined {
  const { command, summarize }: Description<Name> = descriptions[name]
  const summarized = summarize(result, ...given)
  return summarized && { command, ...summarized }
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

function summarizeImport(outcome: ImportOutcome): Summary {
  const { lines, added, updated } = outcome
  return summaryIf(
    added + updated,
    `Imported ${count(lines, 'record')}: ${added} added, ${updated} updated.`,
    outcome,
  )
}

/** `replaced` is the token that the new one replaces, if any. `isDelivered`: the secret is not delivered separately. */
function summarizeNewToken(token: TokenInfo, isDelivered: boolean, replaced?: number): Summary {
  const successor = replaced === undefined ? '' : `, which replaces token ${replaced}`
  const state = isDelivered ? '' : '; it is not active before its secret is delivered'
  return summary(`Created ${tokenName(token)}${successor}${state}.`, { ...tokenDetails(token), replaced })
}

const descriptions: { readonly [Name in ChangeName]: Description<Name> } = {
  addUser: {
    command: 'users add',
    summarize: ({ name }) => summary(`Added user ${quote(name)}.`, { user: name }),
  },
  removeUser: {
    command: 'users remove',
    summarize: (removed, user) => {
      const { grants, memberships, tokens } = removed
      const held = `${count(grants, 'grant')}, ${count(memberships, 'membership')} and ${count(tokens, 'token')}`
      return summary(`Removed user ${quote(user)} with ${held}.`, { user, ...removed })
    },
  },
  renameUser: {
    command: 'users rename',
    summarize: (_, user, to) => summary(`Renamed user ${quote(user)} to ${quote(to)}.`, { user, to }),
  },
  disableUser: {
    command: 'users disable',
    summarize: (changed, user) => summaryIf(changed, `Disabled user ${quote(user)}.`, { user }),
  },
  enableUser: {
    command: 'users enable',
    summarize: (changed, user) => summaryIf(changed, `Enabled user ${quote(user)}.`, { user }),
  },
  addGroup: {
    command: 'groups add',
    summarize: ({ name }) => summary(`Added group ${quote(name)}.`, { group: name }),
  },
  removeGroup: {
    command: 'groups remove',
    summarize: (removed, group) => {
      const held = `${count(removed.grants, 'grant')} and ${count(removed.members, 'member')}`
      return summary(`Removed group ${quote(group)} with ${held}.`, { group, ...removed })
    },
  },
  renameGroup: {
    command: 'groups rename',
    summarize: (_, group, to) => summary(`Renamed group ${quote(group)} to ${quote(to)}.`, { group, to }),
  },
  addMember: {
    command: 'groups add-member',
    summarize: (changed, group, user) =>
      summaryIf(changed, `Added user ${quote(user)} to group ${quote(group)}.`, { group, user }),
  },
  removeMember: {
    command: 'groups remove-member',
    summarize: (changed, group, user) =>
      summaryIf(changed, `Removed user ${quote(user)} from group ${quote(group)}.`, { group, user }),
  },
  ...grantDescriptions,
  addPlant: {
    command: 'plants add',
    summarize: (plant) => summary(`Added ${plantName(plant)}.`, plant),
  },
  setPlant: {
    command: 'plants set',
    summarize: ({ plant, changed }) =>
      summaryIf(
        changed,
        `Set ${plantName(plant)}${plant.tag === undefined ? ', without a tag' : `, tag ${quote(plant.tag)}`}.`,
        plant,
      ),
  },
  removePlants: {
    command: 'plants remove',
    summarize: (outcome, plants) =>
      summaryIf(outcome.changed, `Removed ${count(outcome.changed, 'plant')}.`, { plants, ...outcome }),
  },
  createToken: {
    command: 'tokens create',
    summarize: ({ token }, _user, _name, _expiresAt, deliver) =>
      summarizeNewToken(token, deliver === undefined),
  },
  rotateToken: {
    command: 'tokens rotate',
    summarize: ({ token }, replaced, _overlapMs, deliver) =>
      summarizeNewToken(token, deliver === undefined, replaced),
  },
  deliverToken: {
    command: 'tokens create',
    summarize: (token) => summary(`Delivered the secret of ${tokenName(token)}.`, tokenDetails(token)),
  },
  deliverSuccessor: {
    command: 'tokens rotate',
    summarize: (token, replaced) =>
      summary(`Delivered the secret of ${tokenName(token)}.`, { ...tokenDetails(token), replaced }),
  },
  revokeToken: {
    command: 'tokens revoke',
    summarize: ({ token, changed }) =>
      summaryIf(changed, `Revoked ${tokenName(token)}.`, tokenDetails(token)),
  },
  purgeTokens: {
    command: 'tokens purge',
    summarize: (purged, deadSince) =>
      summaryIf(
        purged,
        `Purged ${count(purged, 'token')}, expired or revoked before ${deadSince.toISOString()}.`,
        {
          purged,
          deadSince,
        },
      ),
  },
  importPlants: { command: 'import plants', summarize: summarizeImport },
  importUsers: { command: 'import users', summarize: summarizeImport },
  importGrants: { command: 'import grants', summarize: summarizeImport },
  rebuildAccess: {
    command: 'verify --repair',
    summarize: (rows) =>
      summaryIf(rows, `Repaired ${count(rows, 'row')} of the table of who sees what.`, { rows }),
  },
  purgeAudit: {
    command: 'audit purge',
    summarize: (purged, before) =>
      summaryIf(purged, `Purged entries of the audit trail from before ${before.toISOString()}: ${purged}.`, {
        purged,
        before,
      }),
  },
  restore: {
    command: 'restore',
    summarize: (restored, from) => {
      const held = `${count(restored.plants, 'plant')} and ${count(restored.users, 'user')}`
      return summary(`Restored the backup ${quote(from)} with ${held}.`, { from, ...restored })
    },
  },
}
