/** Takes a step on the store. */
import type { ImportOutcome, NewToken, Records, RevokeOutcome, StillSeen, Store } from '../../src/index.ts'
import type { Place } from './place.ts'
import type { Step, Steps } from './step.ts'

/** A store in the middle of a history. */
export interface StoreRun {
  readonly backups: Place['backups']
  readonly store: Store
  readonly now: { current: number }
  /** Every token that was ever made, in order. */
  readonly tokens: NewToken[]
}

type Take<Given> = (run: StoreRun, given: Given) => Promise<unknown>

const takes: { readonly [Kind in keyof Steps]: Take<Steps[Kind]> } = {
  addUser: async ({ store }, { user }) => void (await store.addUser(user)),
  removeUser: async ({ store }, { user }) => void (await store.removeUser(user)),
  addGroup: async ({ store }, { group }) => void (await store.addGroup(group)),
  removeGroup: async ({ store }, { group }) => void (await store.removeGroup(group)),
  addMember: ({ store }, { group, user }) => store.addMember(group, user),
  removeMember: ({ store }, { group, user }) => store.removeMember(group, user),
  grant: ({ store }, { subject, plants }) => store.grant(subject, plants),
  revoke: async ({ store }, { subject, plants }) => sortStillSeen(await store.revoke(subject, plants)),
  grantStanding: ({ store }, { subject, standing }) => store.grantStanding(subject, standing),
  revokeStanding: async ({ store }, { subject, standing }) =>
    sortStillSeen(await store.revokeStanding(subject, standing)),
  removePlants: ({ store }, { plants }) => store.removePlants(plants),
  importPlants: ({ store }, { lines }) => importLines(store, 'importPlants', lines),
  importUsers: ({ store }, { lines }) => importLines(store, 'importUsers', lines),
  importGrants: ({ store }, { lines }) => {
    const members = lines.map((line) =>
      'standing' in line
        ? { ...line.subject, ...line.standing, standing: true }
        : { ...line.subject, ...line.plants },
    )
    return importLines(store, 'importGrants', members)
  },
  createToken: async ({ store, now, tokens }, { user, lifetimeMs }) => {
    const expiresAt = lifetimeMs === undefined ? undefined : new Date(now.current + lifetimeMs)
    tokens.push(await store.createToken(user, 'a token', expiresAt))
  },
  rotateToken: async ({ store, tokens }, { token, overlapMs }) => {
    tokens.push(await store.rotateToken(tokens[token]?.token.id ?? 0, overlapMs))
  },
  revokeToken: async ({ store, tokens }, { token }) => {
    await store.revokeToken(tokens[token]?.token.id ?? 0)
  },
  wait: ({ now }, { ms }) => {
    now.current += ms
    return Promise.resolve()
  },
  renameUser: ({ store }, { user, to }) => store.renameUser(user, to),
  renameGroup: ({ store }, { group, to }) => store.renameGroup(group, to),
  disableUser: ({ store }, { user }) => store.disableUser(user),
  enableUser: ({ store }, { user }) => store.enableUser(user),
  addPlant: ({ store }, plant) => store.addPlant(plant),
  setPlant: ({ store }, { plant, change }) => store.setPlant(plant, change),
  purgeTokens: ({ store, now }, { agoMs }) => store.purgeTokens(new Date(now.current - agoMs)),
  backup: ({ backups }) => backups?.take() ?? Promise.resolve(),
  restore: ({ backups }) => backups?.restore() ?? Promise.resolve(),
}

/** Sorted as in the model, which has no order of its own. */
function sortStillSeen<Of extends RevokeOutcome>(outcome: Of): Of {
  const textOf = ({ group, standing }: StillSeen): string => JSON.stringify({ group, standing })
  return { ...outcome, stillSeen: outcome.stillSeen.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) }
}

/** As many problems must be reported as the outcome says. */
async function importLines(
  store: Store,
  load: 'importPlants' | 'importUsers' | 'importGrants',
  lines: readonly object[],
): Promise<ImportOutcome> {
  let reported = 0
  async function* records(): Records & AsyncGenerator<{ line: number; value: unknown }[]> {
    yield await Promise.resolve(lines.map((value, index) => ({ line: index + 1, value })))
  }
  const outcome = await store[load](records(), () => {
    reported += 1
  })
  return { ...outcome, problems: reported }
}

export function runOnStore(run: StoreRun, step: Step): Promise<unknown> {
  // `takes[step.kind]` takes this kind of step; the compiler loses that in the union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (takes[step.kind] as Take<Step>)(run, step)
}
