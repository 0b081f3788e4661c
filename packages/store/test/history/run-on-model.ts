/** Takes a step on the model. */
import type { NewPlant, PlantChange, PlantId, PlantSelection } from '../../src/index.ts'
import { importGrants, importPlants, importUsers } from './model-import.ts'
import { changeMembers, type Model, newSubject, refuse, setMembers } from './model.ts'
import { grantOnModel, grantStandingOnModel, revokeOnModel, revokeStandingOnModel } from './model-grants.ts'

/**
 * Each kind of step with its arguments: those of the store's method of that name, except that tokens are named by the
 * order in which they were made, and times are durations. A step that returns nothing says nothing of what the store's
 * method resolves to.
 */
export const takes = {
  addUser: ({ content }: Model, user: string) => {
    if (content.users.has(user)) refuse('conflict')
    content.users.set(user, newSubject())
  },
  removeUser: (model: Model, user: string) => {
    model.user(user)
    model.content.users.delete(user)
    model.content.disabled.delete(user)
    for (const { members } of model.content.groups.values()) members.delete(user)
    for (const token of model.content.tokens) token.gone ||= token.user === user
  },
  addGroup: ({ content }: Model, group: string) => {
    if (content.groups.has(group)) refuse('conflict')
    content.groups.set(group, { ...newSubject(), members: new Set() })
  },
  removeGroup: (model: Model, group: string) => {
    model.group(group)
    model.content.groups.delete(group)
  },
  addMember: (model: Model, group: string, user: string) => {
    const { members } = model.group(group)
    model.user(user)
    return !members.has(user) && Boolean(members.add(user))
  },
  removeMember: (model: Model, group: string, user: string) => {
    const { members } = model.group(group)
    model.user(user)
    return members.delete(user)
  },
  grant: grantOnModel,
  revoke: revokeOnModel,
  grantStanding: grantStandingOnModel,
  revokeStanding: revokeStandingOnModel,
  removePlants: (model: Model, plants: PlantSelection) => {
    const matched = model.select(plants)
    model.removePlants(matched)
    return { matched: matched.length, changed: matched.length }
  },
  importPlants,
  importUsers,
  importGrants,
  createToken: (model: Model, user: string, lifetimeMs: number | undefined) => {
    model.user(user)
    addToken(model, user, lifetimeMs)
  },
  rotateToken: (model: Model, token: number, overlapMs: number) => {
    const old = model.content.tokens[token]
    if (old === undefined || old.gone) return refuse('not-found')
    if (model.respond(old) !== old.user) return refuse('invalid')
    old.expiresAt = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, model.now + overlapMs)
    addToken(model, old.user, old.lifetimeMs)
    return undefined
  },
  revokeToken: ({ content, now }: Model, token: number) => {
    const old = content.tokens[token]
    if (old === undefined || old.gone) return refuse('not-found')
    old.revokedAt ??= now
    return undefined
  },
  wait: (model: Model, ms: number) => {
    model.now += ms
  },
  renameUser: (model: Model, user: string, to: string) => {
    const { users, groups, disabled, tokens } = model.content
    rename(users, user, to, () => model.user(user))
    for (const { members } of groups.values()) if (members.delete(user)) members.add(to)
    if (disabled.delete(user)) disabled.add(to)
    for (const token of tokens) if (token.user === user && !token.gone) token.user = to
  },
  renameGroup: (model: Model, group: string, to: string) => {
    rename(model.content.groups, group, to, () => model.group(group))
  },
  disableUser: (model: Model, user: string) => {
    model.user(user)
    const { disabled } = model.content
    return !disabled.has(user) && Boolean(disabled.add(user))
  },
  enableUser: (model: Model, user: string) => {
    model.user(user)
    return model.content.disabled.delete(user)
  },
  addPlant: (model: Model, plant: NewPlant) => {
    const { key } = plant
    if (key !== undefined && model.content.plants.some((other) => other.key === key)) refuse('conflict')
    return model.addPlant(plant)
  },
  setPlant: (model: Model, which: PlantId, change: PlantChange) => {
    const plant = model.select(which)[0] ?? refuse('not-found')
    const changed = setMembers(plant, changeMembers(plant, change))
    return { plant: { ...plant }, matched: 1, changed: Number(changed) }
  },
  purgeTokens: (model: Model, agoMs: number) => {
    const deadSince = model.now - agoMs
    const dead = model.content.tokens.filter(
      ({ gone, expiresAt = Infinity, revokedAt = Infinity }) =>
        !gone && Math.min(expiresAt, revokedAt) <= deadSince,
    )
    for (const token of dead) token.gone = true
    return dead.length
  },
  backup: (model: Model) => {
    model.backup = structuredClone(model.content)
  },
  restore: (model: Model) => {
    if (model.backup === undefined) return refuse('missing')
    const made = model.content.tokens.slice(model.backup.tokens.length)
    model.content = structuredClone(model.backup)
    // The store no longer knows tokens made since. They keep their place, because steps name tokens by position.
    for (const token of made) model.content.tokens.push({ ...token, gone: true })
    return undefined
  },
}

export type Kind = keyof typeof takes
/** The arguments of a kind of step. */
export type Given<Of extends Kind> = (typeof takes)[Of] extends (
  model: Model,
  ...given: infer Values
) => unknown
  ? Values
  : never

/** A kind of step, and its arguments. */
export type Step = { [Of in Kind]: readonly [kind: Of, ...given: Given<Of>] }[Kind]

function addToken(model: Model, user: string, lifetimeMs: number | undefined): void {
  const expiresAt = lifetimeMs === undefined ? undefined : model.now + lifetimeMs
  model.content.tokens.push({ user, lifetimeMs, expiresAt, revokedAt: undefined, gone: false })
}

export function runOnModel(model: Model, [kind, ...given]: Step): unknown {
  // The arguments are those of this kind of step; the compiler loses that in the union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (takes[kind] as (model: Model, ...values: readonly unknown[]) => unknown)(model, ...given)
}

function rename<Value>(all: Map<string, Value>, name: string, to: string, find: () => Value): void {
  const value = find()
  if (all.has(to)) refuse('conflict')
  all.delete(name)
  all.set(to, value)
}
