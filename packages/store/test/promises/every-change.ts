/** Every method of a store that changes something, each with a call that does so. */
import type { Administration, OperatorReader, Store } from '../../src/index.ts'
import { execute } from '../databases.ts'
import { addPlants, importText, type World } from './world.ts'

/** A call that changes a prepared store, and the command that the audit trail names for it. */
interface EveryChange {
  readonly command: string
  readonly before?: (world: World) => Promise<void>
  readonly run: (store: Store) => Promise<unknown>
}

/** Prepares a store for the calls below. */
export async function prepare(store: Store): Promise<void> {
  for (const user of ['ada', 'bob']) await store.addUser(user)
  await store.addGroup('garden')
  await store.addGroup('forest')
  await addPlants(store, 'Rose:flower', 'Oak')
  await store.grant({ group: 'garden' }, { name: 'Rose' })
  for (const name of ['first', 'second', 'third']) await store.createToken('ada', name)
}

/** In an order in which each has something to change. The compiler requires every change to be listed. */
export const changes: Readonly<Record<Exclude<keyof Administration, keyof OperatorReader>, EveryChange>> = {
  addUser: { command: 'users add', run: (store) => store.addUser('eve') },
  removeUser: { command: 'users remove', run: (store) => store.removeUser('eve') },
  renameUser: { command: 'users rename', run: (store) => store.renameUser('bob', 'Bob') },
  disableUser: { command: 'users disable', run: (store) => store.disableUser('ada') },
  enableUser: { command: 'users enable', run: (store) => store.enableUser('ada') },
  addGroup: { command: 'groups add', run: (store) => store.addGroup('meadow') },
  removeGroup: { command: 'groups remove', run: (store) => store.removeGroup('meadow') },
  renameGroup: { command: 'groups rename', run: (store) => store.renameGroup('forest', 'wood') },
  addMember: { command: 'groups add-member', run: (store) => store.addMember('garden', 'ada') },
  removeMember: { command: 'groups remove-member', run: (store) => store.removeMember('garden', 'ada') },
  grant: { command: 'grants add', run: (store) => store.grant({ user: 'ada' }, { all: true }) },
  revoke: { command: 'grants remove', run: (store) => store.revoke({ user: 'ada' }, { all: true }) },
  grantStanding: {
    command: 'grants add --standing',
    run: (store) => store.grantStanding({ user: 'ada' }, { all: true }),
  },
  revokeStanding: {
    command: 'grants remove --standing',
    run: (store) => store.revokeStanding({ user: 'ada' }, { all: true }),
  },
  addPlant: { command: 'plants add', run: (store) => store.addPlant({ name: 'Elm' }) },
  setPlant: { command: 'plants set', run: (store) => store.setPlant({ id: 1 }, { tag: null }) },
  removePlants: { command: 'plants remove', run: (store) => store.removePlants({ name: 'Elm' }) },
  createToken: { command: 'tokens create', run: (store) => store.createToken('ada', 'laptop') },
  rotateToken: { command: 'tokens rotate', run: (store) => store.rotateToken(1, 1000) },
  revokeToken: { command: 'tokens revoke', run: (store) => store.revokeToken(2) },
  purgeTokens: { command: 'tokens purge', run: (store) => store.purgeTokens(new Date(8.64e15)) },
  importPlants: {
    command: 'import plants',
    run: (store) => importText(store, 'importPlants', '{"name":"Fern"}'),
  },
  importUsers: {
    command: 'import users',
    run: (store) => importText(store, 'importUsers', '{"name":"zoe"}'),
  },
  importGrants: {
    command: 'import grants',
    run: (store) => importText(store, 'importGrants', '{"user":"ada","all":true}'),
  },
  rebuildAccess: {
    command: 'verify --repair',
    before: ({ database }) =>
      execute(database, "insert into plant_access (user_id, plant_id, name) values (1000, 1, 'Rose')"),
    run: (store) => store.rebuildAccess(),
  },
  purgeAudit: { command: 'audit purge', run: (store) => store.purgeAudit(new Date(8.64e15)) },
}
