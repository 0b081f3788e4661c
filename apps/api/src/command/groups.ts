/** `plant-store groups`: named sets of users. */
import type { Group, GroupDetails } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { addPaging, type PagingOptions, showPage } from './arguments/paging.ts'
import { parseName } from './arguments/parse.ts'
import type { CommandContext } from './terminal/output.ts'
import { describeStanding } from './grants/describe.ts'
import { addConfirmation, addDryRun, withConfirmation, withReader, withStore } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { countOf, escapeControl, formatTime } from './terminal/text.ts'

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
  addShow(groups, context)
  addRename(groups, context)
  addAddMember(groups, context)
  addRemoveMember(groups, context)
  addRemove(groups, context)
}

function addAdd(groups: Command, context: CommandContext): void {
  const add = addCommand(groups, 'add', 'add a group without members', 'plant-store groups add gardeners')
  add.argument('<name>', 'group name, up to 200 characters', parseName).action((name: string) =>
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
  addPaging(list).action((options: PagingOptions) =>
    withReader(context, list, (store) =>
      showPage(context, options, {
        read: (range) => store.groups(range),
        columns,
        none: 'There are no groups.',
      }),
    ),
  )
}

function addShow(groups: Command, context: CommandContext): void {
  const show = addCommand(
    groups,
    'show',
    'show who is a member of a group, and how many plants are granted to it',
    'plant-store groups show herbarium',
  ).argument('<name>', 'group name')
  show.action((name: string) =>
    withReader(context, show, async (store, output) => {
      const group = await store.group(name)
      await output.result(group, describe(group))
    }),
  )
}

function describe({ name, createdAt, users, grants, standing }: GroupDetails): string {
  const members = users.map((user) => `  ${user.name}${user.disabledAt === undefined ? '' : ' (disabled)'}`)
  return [
    `Group ${name}, added ${formatTime(createdAt)}: ${countOf(grants, 'grant')}, ${countOf(users.length, 'member')}.`,
    ...standing.map((plants) => `  Standing grant: ${describeStanding(plants)}`),
    ...members,
  ]
    .map((line) => escapeControl(line))
    .join('\n')
}

function addRename(groups: Command, context: CommandContext): void {
  const rename = addCommand(
    groups,
    'rename',
    'rename a group, which keeps its members and grants',
    'plant-store groups rename herbarium "national herbarium"',
  )
    .argument('<name>', 'current group name')
    .argument('<new-name>', 'up to 200 characters', parseName)
  rename.action((name: string, to: string) =>
    withStore(context, rename, async (store, output) => {
      await store.renameGroup(name, to)
      await output.result({ renamed: name, to }, `Renamed group ${name} to ${to}.`)
    }),
  )
}

function addAddMember(groups: Command, context: CommandContext): void {
  const add = addCommand(
    groups,
    'add-member',
    'add a user to a group; the user then sees the plants of the group',
    'plant-store groups add-member herbarium Mei',
  )
    .argument('<group>', 'group name')
    .argument('<user>', 'user name')
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
    .argument('<group>', 'group name')
    .argument('<user>', 'user name')
  addDryRun(remove).action((group: string, user: string) =>
    withStore(context, remove, async (store, output, did) => {
      const changed = await store.removeMember(group, user)
      const text = changed
        ? `${did('remove')} ${user} from ${group}.`
        : `${user} is not a member of ${group}.`
      await output.result({ group, user, changed }, text)
    }),
  )
}

function addRemove(groups: Command, context: CommandContext): void {
  const remove = addCommand(
    groups,
    'remove',
    'remove a group and its grants; its members stay users',
    'plant-store groups remove kitchen --dry-run',
    'plant-store groups remove kitchen --yes',
  ).argument('<name>', 'group name')
  addConfirmation(remove).action((name: string) =>
    withConfirmation(context, remove, async (store, output, did) => {
      const removed = await store.removeGroup(name)
      const held = `${countOf(removed.grants, 'grant')} and ${countOf(removed.members, 'member')}`
      await output.result({ removed: name, ...removed }, `${did('remove')} group ${name} with ${held}.`)
    }),
  )
}
