/** `plant-store groups`: named sets of users. */
import type { Group } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { parseName } from './arguments/parse-name.ts'
import type { CommandContext } from './context.ts'
import { withReader, withStore } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { formatTime } from './terminal/text.ts'

export function addGroups(program: Command, context: CommandContext): void {
  const groups = addCommand(
    program,
    'groups',
    'sets of users, for granting plants to all of them',
    'plant-store groups add gardeners',
    'plant-store groups list',
  )
  addAdd(groups, context)
  addList(groups, context)
  addAddMember(groups, context)
  addRemoveMember(groups, context)
  addRemove(groups, context)
}

function addAdd(groups: Command, context: CommandContext): void {
  const add = addCommand(groups, 'add', 'add a group without members', 'plant-store groups add gardeners')
  add.argument('<name>', 'of the group, up to 200 characters', parseName).action((name: string) =>
    withStore(context, add, async (store, output) => {
      const group = await store.addGroup(name)
      await output.result(group, `Added group ${group.name}.`)
    }),
  )
}

const columns: readonly Column<Group>[] = [
  { title: 'NAME', cell: (group) => group.name },
  { title: 'MEMBERS', cell: (group) => group.members },
  { title: 'ADDED', cell: (group) => formatTime(group.createdAt) },
]

function addList(groups: Command, context: CommandContext): void {
  const list = addCommand(groups, 'list', 'list all groups', 'plant-store groups list')
  list.action(() =>
    withReader(context, list, (store, output) =>
      output.list(store.groups(), columns, 'There are no groups.'),
    ),
  )
}

function addAddMember(groups: Command, context: CommandContext): void {
  const add = addCommand(
    groups,
    'add-member',
    'add a user to a group; the user then sees the plants of the group',
    'plant-store groups add-member herbarium Mei',
  )
    .argument('<group>', 'name of the group')
    .argument('<user>', 'name of the user')
  add.action((group: string, user: string) =>
    withStore(context, add, async (store, output) => {
      const changed = await store.addMember(group, user)
      const text = changed
        ? `${user} is now a member of ${group}.`
        : `${user} is already a member of ${group}.`
      await output.result({ group, user, changed }, text)
    }),
  )
}

function addRemoveMember(groups: Command, context: CommandContext): void {
  const remove = addCommand(
    groups,
    'remove-member',
    "remove a user from a group; the user's own grants stay",
    'plant-store groups remove-member herbarium Jonas',
  )
    .argument('<group>', 'name of the group')
    .argument('<user>', 'name of the user')
  remove.action((group: string, user: string) =>
    withStore(context, remove, async (store, output) => {
      const changed = await store.removeMember(group, user)
      const text = changed
        ? `${user} is no longer a member of ${group}.`
        : `${user} was not a member of ${group}.`
      await output.result({ group, user, changed }, text)
    }),
  )
}

function addRemove(groups: Command, context: CommandContext): void {
  const remove = addCommand(
    groups,
    'remove',
    'remove a group and its grants; its members stay users',
    'plant-store groups remove kitchen',
  ).argument('<name>', 'of the group')
  remove.action((name: string) =>
    withStore(context, remove, async (store, output) => {
      await store.removeGroup(name)
      await output.result({ removed: name }, `Removed group ${name}.`)
    }),
  )
}
