/** `plant-store users`: who may list plants. */
import type { User } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { parseName } from './arguments/parse-name.ts'
import type { CommandContext } from './context.ts'
import { withReader, withStore } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { formatTime } from './terminal/text.ts'

export function addUsers(program: Command, context: CommandContext): void {
  const users = addCommand(
    program,
    'users',
    'people and programs that list plants',
    'plant-store users add Lena',
    'plant-store users list',
  )
  addAdd(users, context)
  addList(users, context)
  addRemove(users, context)
}

function addAdd(users: Command, context: CommandContext): void {
  const add = addCommand(
    users,
    'add',
    'add a user, who sees no plants yet',
    'plant-store users add Lena',
    'plant-store users add "Jonas Lindqvist"',
  ).argument('<name>', 'of the user, up to 200 characters', parseName)
  add.action((name: string) =>
    withStore(context, add, async (store, output) => {
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

function addList(users: Command, context: CommandContext): void {
  const list = addCommand(
    users,
    'list',
    'list all users with their groups',
    'plant-store users list',
    'plant-store users list --json',
  )
  list.action(() =>
    withReader(context, list, (store, output) => output.list(store.users(), columns, 'There are no users.')),
  )
}

function addRemove(users: Command, context: CommandContext): void {
  const remove = addCommand(
    users,
    'remove',
    'remove a user with all grants and tokens; the tokens are refused at once',
    'plant-store users remove Mei',
  ).argument('<name>', 'of the user')
  remove.action((name: string) =>
    withStore(context, remove, async (store, output) => {
      await store.removeUser(name)
      await output.result({ removed: name }, `Removed user ${name}.`)
    }),
  )
}
