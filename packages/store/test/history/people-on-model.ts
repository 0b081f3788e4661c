/** Takes the steps of `people-steps.ts` on the model. */
import type { Model, ModelPlant } from './model.ts'
import type { PeopleSteps } from './people-steps.ts'
import { refuse } from './refused.ts'

export const peopleTakes: {
  readonly [Kind in keyof PeopleSteps]: (model: Model, given: PeopleSteps[Kind]) => unknown
} = {
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
