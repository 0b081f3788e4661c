/** `plant-store groups`: named sets of users. */
import type { Group, GroupDetails } from '@plant-store/store'
import { parseName } from './arguments/parse.ts'
import { describeStanding } from './describe-grants.ts'
import { type CommandDefinition, dryRunOption, listing } from './define-command.ts'
import type { Column } from './terminal/table.ts'
import { countOf, escapeControl, formatTime } from './terminal/text.ts'

const columns: readonly Column<Group>[] = [
  { title: 'NAME', cell: (group) => group.name },
  { title: 'MEMBERS', cell: (group) => group.members },
  { title: 'ADDED', cell: (group) => formatTime(group.createdAt) },
]

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

const groupAndUser = [
  ['<group>', 'group name'],
  ['<user>', 'user name'],
] as const

export const groupsCommand: CommandDefinition = {
  name: 'groups',
  about: 'sets of users, for granting plants to all of them',
  examples: ['plant-store groups add gardeners', 'plant-store groups list'],
  subcommands: [
    {
      name: 'add',
      about: 'add a group without members',
      examples: ['plant-store groups add gardeners'],
      arguments: [['<name>', 'group name, up to 200 characters', parseName]],
      changes:
        (name: string) =>
        async ({ store }) => {
          const group = await store.addGroup(name)
          return [group, `Added group ${group.name}.`]
        },
    },
    {
      name: 'list',
      about: 'list all groups',
      examples: ['plant-store groups list'],
      lists: () =>
        listing({ read: (store, range) => store.groups(range), columns, none: 'There are no groups.' }),
    },
    {
      name: 'show',
      about: 'show who is a member of a group, and how many plants are granted to it',
      examples: ['plant-store groups show herbarium'],
      arguments: [['<name>', 'group name']],
      reads:
        (name: string) =>
        async ({ store }) => {
          const group = await store.group(name)
          return [group, describe(group)]
        },
    },
    {
      name: 'rename',
      about: 'rename a group, which keeps its members and grants',
      examples: ['plant-store groups rename herbarium "national herbarium"'],
      arguments: [
        ['<name>', 'current group name'],
        ['<new-name>', 'up to 200 characters', parseName],
      ],
      changes:
        (name: string, to: string) =>
        async ({ store }) => {
          await store.renameGroup(name, to)
          return [{ renamed: name, to }, `Renamed group ${name} to ${to}.`]
        },
    },
    {
      name: 'add-member',
      about: 'add a user to a group; the user then sees the plants of the group',
      examples: ['plant-store groups add-member herbarium Mei'],
      arguments: groupAndUser,
      changes:
        (group: string, user: string) =>
        async ({ store }) => {
          const changed = await store.addMember(group, user)
          const text = changed ? 'is now a member of' : 'is already a member of'
          return [{ group, user, changed }, `${user} ${text} ${group}.`]
        },
    },
    {
      name: 'remove-member',
      about: "remove a user from a group; the user's own grants stay",
      examples: ['plant-store groups remove-member herbarium Jonas'],
      arguments: groupAndUser,
      options: [dryRunOption()],
      changes:
        (group: string, user: string) =>
        async ({ store, verb }) => {
          const changed = await store.removeMember(group, user)
          const text = changed
            ? `${verb('remove')} ${user} from ${group}.`
            : `${user} is not a member of ${group}.`
          return [{ group, user, changed }, text]
        },
    },
    {
      name: 'remove',
      about: 'remove a group and its grants; its members stay users',
      examples: ['plant-store groups remove kitchen --dry-run', 'plant-store groups remove kitchen --yes'],
      arguments: [['<name>', 'group name']],
      destroys:
        (name: string) =>
        async ({ store, verb }) => {
          const removed = await store.removeGroup(name)
          const held = `${countOf(removed.grants, 'grant')} and ${countOf(removed.members, 'member')}`
          return [{ removed: name, ...removed }, `${verb('remove')} group ${name} with ${held}.`]
        },
    },
  ],
}
