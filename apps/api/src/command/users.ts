/** `plant-store users`: who may list plants. */
import type { User } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import type { Surroundings } from './surroundings.ts'
import { formatTime } from './terminal/format-time.ts'
import type { Column } from './terminal/print-table.ts'
import { withStore } from './with-store.ts'

export function addUsers(program: Command, around: Surroundings): void {
  const users = program.command('users').description('the people and programs that list plants')
  addExamples(users, 'plant-store users add Mei', 'plant-store users list')
  addAdd(users, around)
  addList(users, around)
  addRemove(users, around)
}

function addAdd(users: Command, around: Surroundings): void {
  const add = users.command('add').description('add a user, who sees nothing yet').argument('<name>')
  addExamples(add, 'plant-store users add Mei', 'plant-store users add "Jonas Lindqvist"')
  add.action((name: string) =>
    withStore(around, add, async (store, output) => {
      const user = await store.addUser(name)
      await output.result(user, `Added user ${user.name}.`)
    }),
  )
}

const columns: readonly Column<User>[] = [
  { title: 'NAME', cell: (user) => user.name },
  { title: 'GROUPS', cell: (user) => user.groups.join(', ') },
  { title: 'ADDED', cell: (user) => formatTime(user.createdAt) },
]

function addList(users: Command, around: Surroundings): void {
  const list = users.command('list').description('list all users')
  addExamples(list, 'plant-store users list', 'plant-store users list --json')
  list.action(() =>
    withStore(around, list, (store, output) => output.list(store.users(), columns, 'There are no users.')),
  )
}

function addRemove(users: Command, around: Surroundings): void {
  const remove = users
    .command('remove')
    .description('remove a user with all grants and tokens: refused from then on')
    .argument('<name>')
  addExamples(remove, 'plant-store users remove Mei')
  remove.action((name: string) =>
    withStore(around, remove, async (store, output) => {
      await store.removeUser(name)
      await output.result({ removed: name }, `Removed user ${name}.`)
    }),
  )
}
