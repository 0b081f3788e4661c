/** `plant-store users`: who may list plants. */
import type { User } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { addPaging, type PagingOptions, showPage } from './arguments/paging.ts'
import { parseName } from './arguments/parse.ts'
import type { CommandContext } from './terminal/output.ts'
import { addConfirmation, withConfirmation, withReader, withStore } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { countOf, formatList, formatTime } from './terminal/text.ts'

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
  addRename(users, context)
  addDisable(users, context)
  addEnable(users, context)
  addRemove(users, context)
}

function addAdd(users: Command, context: CommandContext): void {
  const add = addCommand(
    users,
    'add',
    'add a user, who sees no plants yet',
    'plant-store users add Lena',
    'plant-store users add "Jonas Lindqvist"',
  ).argument('<name>', 'user name, up to 200 characters', parseName)
  add.action((name: string) =>
    withStore(context, add, async (store, output) => {
      const user = await store.addUser(name)
      await output.result(user, `Added user ${user.name}.`)
    }),
  )
}

const columns: readonly Column<User>[] = [
  { title: 'NAME', cell: (user) => user.name },
  { title: 'STATE', cell: (user) => (user.disabledAt === undefined ? 'enabled' : 'disabled') },
  { title: 'GROUPS', cell: (user) => user.groups.join(', ') },
  { title: 'ADDED', cell: (user) => formatTime(user.createdAt) },
]

function addList(users: Command, context: CommandContext): void {
  const list = addCommand(
    users,
    'list',
    'list all users with their groups',
    'plant-store users list',
    'plant-store users list --limit 100 --json',
  )
  addPaging(list).action((options: PagingOptions) =>
    withReader(context, list, (store) =>
      showPage(context, options, {
        read: (range) => store.users(range),
        columns,
        none: 'There are no users.',
      }),
    ),
  )
}

function addRename(users: Command, context: CommandContext): void {
  const rename = addCommand(
    users,
    'rename',
    'rename a user, who keeps grants, memberships and tokens',
    'plant-store users rename Jonas "Jonas Lindqvist"',
  )
    .argument('<name>', 'current user name')
    .argument('<new-name>', 'up to 200 characters', parseName)
  rename.action((name: string, to: string) =>
    withStore(context, rename, async (store, output) => {
      await store.renameUser(name, to)
      await output.result({ renamed: name, to }, `Renamed user ${name} to ${to}.`)
    }),
  )
}

function addDisable(users: Command, context: CommandContext): void {
  const disable = addCommand(
    users,
    'disable',
    'refuse the tokens of a user from the next request on; lists under way end; nothing is lost',
    'plant-store users disable Mei',
  ).argument('<name>', 'user name')
  disable.action((user: string) =>
    withStore(context, disable, async (store, output) => {
      const changed = await store.disableUser(user)
      await output.result(
        { user, changed },
        changed ? `Disabled user ${user}.` : `User ${user} is disabled already.`,
      )
    }),
  )
}

function addEnable(users: Command, context: CommandContext): void {
  const enable = addCommand(
    users,
    'enable',
    'accept the tokens of a disabled user again, unless they have expired or were revoked',
    'plant-store users enable Mei',
  ).argument('<name>', 'user name')
  enable.action((user: string) =>
    withStore(context, enable, async (store, output) => {
      const changed = await store.enableUser(user)
      await output.result(
        { user, changed },
        changed ? `Enabled user ${user}.` : `User ${user} is not disabled.`,
      )
    }),
  )
}

function addRemove(users: Command, context: CommandContext): void {
  const remove = addCommand(
    users,
    'remove',
    'remove a user with all grants and tokens; the tokens are refused at once',
    'plant-store users remove Mei --dry-run',
    'plant-store users remove Mei --yes',
  ).argument('<name>', 'user name')
  addConfirmation(remove).action((name: string) =>
    withConfirmation(context, remove, async (store, output, did) => {
      const removed = await store.removeUser(name)
      const { grants, memberships, tokens } = removed
      const held = [countOf(grants, 'grant'), countOf(memberships, 'membership'), countOf(tokens, 'token')]
      await output.result(
        { removed: name, ...removed },
        `${did('remove')} user ${name} with ${formatList(held)}.`,
      )
    }),
  )
}
