/** Takes a step on the model. */
import { importGrants, importPlants, importUsers } from './model-import.ts'
import { type Model, type ModelPlant, newSubject, refuse } from './model.ts'
import { grantOnModel, grantStandingOnModel, revokeOnModel, revokeStandingOnModel } from './model-grants.ts'
import type { Step, Steps } from './step.ts'

type Take<Given> = (model: Model, given: Given) => unknown

const takes: { readonly [Kind in keyof Steps]: Take<Steps[Kind]> } = {
  addUser: ({ content }, { user }) => {
    if (content.users.has(user)) refuse('conflict')
    content.users.set(user, newSubject())
  },
  removeUser: (model, { user }) => {
    model.user(user)
    model.content.users.delete(user)
    model.content.disabled.delete(user)
    for (const { members } of model.content.groups.values()) members.delete(user)
    for (const token of model.content.tokens) token.gone ||= token.user === user
  },
  addGroup: ({ content }, { group }) => {
    if (content.groups.has(group)) refuse('conflict')
    content.groups.set(group, { ...newSubject(), members: new Set() })
  },
  removeGroup: (model, { group }) => {
    model.group(group)
    model.content.groups.delete(group)
  },
  addMember: (model, { group, user }) => {
    const { members } = model.group(group)
    model.user(user)
    return !members.has(user) && Boolean(members.add(user))
  },
  removeMember: (model, { group, user }) => {
    const { members } = model.group(group)
    model.user(user)
    return members.delete(user)
  },
  grant: grantOnModel,
  revoke: revokeOnModel,
  grantStanding: grantStandingOnModel,
  revokeStanding: revokeStandingOnModel,
  removePlants: (model, { plants }) => {
    const matched = model.select(plants)
    model.removePlants(matched)
    return { matched: matched.length, changed: matched.length }
  },
  importPlants: (model, { lines }) => importPlants(model, lines),
  importUsers: (model, { lines }) => importUsers(model, lines),
  importGrants: (model, { lines }) => importGrants(model, lines),
  createToken: (model, { user, lifetimeMs }) => {
    model.user(user)
    addToken(model, user, lifetimeMs)
  },
  rotateToken: (model, { token, overlapMs }) => {
    const old = model.content.tokens[token]
    if (old === undefined || old.gone) return refuse('not-found')
    if (model.answer(old) !== old.user) return refuse('invalid')
    old.expiresAt = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, model.now + overlapMs)
    addToken(model, old.user, old.lifetimeMs)
    return undefined
  },
  revokeToken: ({ content, now }, { token }) => {
    const old = content.tokens[token]
    if (old === undefined || old.gone) return refuse('not-found')
    old.revokedAt ??= now
    return undefined
  },
  wait: (model, { ms }) => {
    model.now += ms
  },
  renameUser: (model, { user, to }) => {
    const { users, groups, disabled, tokens } = model.content
    rename(users, user, to, () => model.user(user))
    for (const { members } of groups.values()) if (members.delete(user)) members.add(to)
    if (disabled.delete(user)) disabled.add(to)
    for (const token of tokens) if (token.user === user && !token.gone) token.user = to
  },
  renameGroup: (model, { group, to }) => {
    rename(model.content.groups, group, to, () => model.group(group))
  },
  disableUser: (model, { user }) => {
    model.user(user)
    const { disabled } = model.content
    return !disabled.has(user) && Boolean(disabled.add(user))
  },
  enableUser: (model, { user }) => {
    model.user(user)
    return model.content.disabled.delete(user)
  },
  addPlant: (model, { name, tag, key }) => {
    if (key !== undefined && model.content.plants.some((plant) => plant.key === key)) refuse('conflict')
    const plant = toPlant(model.nextPlant, { name, tag, key })
    model.content.plants.push(plant)
    model.nextPlant += 1
    return { ...plant }
  },
  setPlant: (model, { plant: which, change }) => {
    const plant = model.select(which)[0] ?? refuse('not-found')
    const { id, key } = plant
    const before = toPlant(id, plant)
    plant.name = change.name ?? plant.name
    const tag = change.tag === undefined ? plant.tag : (change.tag ?? undefined)
    if (tag === undefined) delete plant.tag
    else plant.tag = tag
    const after = toPlant(id, { ...plant, key })
    const changed = before.name === after.name && before.tag === after.tag ? 0 : 1
    return { plant: after, matched: 1, changed }
  },
  purgeTokens: (model, { agoMs }) => {
    const deadSince = model.now - agoMs
    const dead = model.content.tokens.filter(
      ({ gone, expiresAt = Infinity, revokedAt = Infinity }) =>
        !gone && Math.min(expiresAt, revokedAt) <= deadSince,
    )
    for (const token of dead) token.gone = true
    return dead.length
  },
  backup: (model) => {
    model.backup = structuredClone(model.content)
  },
  restore: (model) => {
    if (model.backup === undefined) return refuse('missing')
    const made = model.content.tokens.slice(model.backup.tokens.length)
    model.content = structuredClone(model.backup)
    // The store no longer knows tokens made since. They keep their place, because steps name tokens by position.
    for (const token of made) model.content.tokens.push({ ...token, gone: true })
    return undefined
  },
}

function addToken(model: Model, user: string, lifetimeMs: number | undefined): void {
  const expiresAt = lifetimeMs === undefined ? undefined : model.now + lifetimeMs
  model.content.tokens.push({ user, lifetimeMs, expiresAt, revokedAt: undefined, gone: false })
}

export function runOnModel(model: Model, step: Step): unknown {
  // `takes[step.kind]` takes this kind of step; the compiler loses that in the union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (takes[step.kind] as Take<Step>)(model, step)
}

function rename<Value>(all: Map<string, Value>, name: string, to: string, find: () => Value): void {
  const value = find()
  if (all.has(to)) refuse('conflict')
  all.delete(name)
  all.set(to, value)
}

interface PlantTexts {
  readonly name: string
  readonly tag?: string | undefined
  readonly key?: string | undefined
}

function toPlant(id: number, { name, tag, key }: PlantTexts): ModelPlant {
  return { id, name, ...(tag !== undefined && { tag }), ...(key !== undefined && { key }) }
}
