/** `plant-store users`: who may list plants. */
import type { User } from '@plant-store/store'
import { parseName } from './arguments/parse.ts'
import { type CommandDefinition, listing } from './define-command.ts'
import type { Column } from './terminal/table.ts'
import { countOf, formatList, formatTime } from './terminal/text.ts'

const columns: readonly Column<User>[] = [
  { title: 'NAME', cell: (user) => user.name },
  { title: 'STATE', cell: (user) => (user.disabledAt === undefined ? 'enabled' : 'disabled') },
  { title: 'GROUPS', cell: (user) => user.groups.join(', ') },
  { title: 'ADDED', cell: (user) => formatTime(user.createdAt) },
]

export const usersCommand: CommandDefinition = {
  name: 'users',
  about: 'people and programs that list plants',
  examples: ['plant-store users add Lena', 'plant-store users list'],
  subcommands: [
    {
      name: 'add',
      about: 'add a user, who sees no plants yet',
      examples: ['plant-store users add Lena', 'plant-store users add "Jonas Lindqvist"'],
      arguments: [['<name>', 'user name, up to 200 characters', parseName]],
      changes:
        (name: string) =>
        async ({ store }) => {
          const user = await store.addUser(name)
          return [user, `Added user ${user.name}.`]
        },
    },
    {
      name: 'list',
      about: 'list all users with their groups',
      examples: ['plant-store users list', 'plant-store users list --limit 100 --json'],
      lists: () =>
        listing({ read: (store, range) => store.users(range), columns, none: 'There are no users.' }),
    },
    {
      name: 'rename',
      about: 'rename a user, who keeps grants, memberships and tokens',
      examples: ['plant-store users rename Jonas "Jonas Lindqvist"'],
      arguments: [
        ['<name>', 'current user name'],
        ['<new-name>', 'up to 200 characters', parseName],
      ],
      changes:
        (name: string, to: string) =>
        async ({ store }) => {
          await store.renameUser(name, to)
          return [{ renamed: name, to }, `Renamed user ${name} to ${to}.`]
        },
    },
    {
      name: 'disable',
      about: 'refuse the tokens of a user from the next request on; lists under way end; nothing is lost',
      examples: ['plant-store users disable Mei'],
      arguments: [['<name>', 'user name']],
      changes:
        (user: string) =>
        async ({ store }) => {
          const changed = await store.disableUser(user)
          return [{ user, changed }, changed ? `Disabled user ${user}.` : `User ${user} is disabled already.`]
        },
    },
    {
      name: 'enable',
      about: 'accept the tokens of a disabled user again, unless they have expired or were revoked',
      examples: ['plant-store users enable Mei'],
      arguments: [['<name>', 'user name']],
      changes:
        (user: string) =>
        async ({ store }) => {
          const changed = await store.enableUser(user)
          return [{ user, changed }, changed ? `Enabled user ${user}.` : `User ${user} is not disabled.`]
        },
    },
    {
      name: 'remove',
      about: 'remove a user with all grants and tokens; the tokens are refused at once',
      examples: ['plant-store users remove Mei --dry-run', 'plant-store users remove Mei --yes'],
      arguments: [['<name>', 'user name']],
      destroys:
        (name: string) =>
        async ({ store, verb }) => {
          const removed = await store.removeUser(name)
          const { grants, memberships, tokens } = removed
          const held = [
            countOf(grants, 'grant'),
            countOf(memberships, 'membership'),
            countOf(tokens, 'token'),
          ]
          return [{ removed: name, ...removed }, `${verb('remove')} user ${name} with ${formatList(held)}.`]
        },
    },
  ],
}
