/** Takes a step on the model. */
import { importGrants, importPlants, importUsers } from './model-import.ts'
import { type Model, newSubject } from './model.ts'
import { grantOnModel, grantStandingOnModel, revokeOnModel, revokeStandingOnModel } from './model-grants.ts'
import { peopleTakes } from './people-on-model.ts'
import { refuse } from './refused.ts'
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
  ...peopleTakes,
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
