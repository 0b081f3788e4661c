/** Takes the steps of `people-steps.ts` on the store. */
import type { PeopleSteps } from './people-steps.ts'
import type { StoreRun } from './run-on-store.ts'

export const peopleTakes: {
  readonly [Kind in keyof PeopleSteps]: (run: StoreRun, given: PeopleSteps[Kind]) => Promise<unknown>
} = {
  renameUser: ({ store }, { user, to }) => store.renameUser(user, to),
  renameGroup: ({ store }, { group, to }) => store.renameGroup(group, to),
  disableUser: ({ store }, { user }) => store.disableUser(user),
  enableUser: ({ store }, { user }) => store.enableUser(user),
  addPlant: ({ store }, plant) => store.addPlant(plant),
  setPlant: ({ store }, { plant, change }) => store.setPlant(plant, change),
  purgeTokens: ({ store, now }, { agoMs }) => store.purgeTokens(new Date(now.current - agoMs)),
}
