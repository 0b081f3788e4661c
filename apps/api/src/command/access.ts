/** `plant-store access`: what a user sees, who sees a plant, and why. */
import type { SeeingUser, SeenPlant } from '@plant-store/store'
import type { PagingOptions } from './arguments/paging.ts'
import { parseId } from './arguments/parse.ts'
import { describeGrantSource } from './describe-grants.ts'
import { type CommandDefinition, listing } from './define-command.ts'
import type { Column } from './terminal/table.ts'

const through = ({ through: ways }: SeenPlant | SeeingUser): string =>
  // A plant that no grant explains is a fault in the access table, not in the list.
  ways.length === 0
    ? 'nothing: run plant-store verify'
    : ways.map((way) => describeGrantSource(way)).join('; ')

const plantColumns: readonly Column<SeenPlant>[] = [
  { title: 'PLANT', cell: ({ plant }) => plant.id },
  { title: 'NAME', cell: ({ plant }) => plant.name },
  { title: 'TAG', cell: ({ plant }) => plant.tag ?? '' },
  { title: 'THROUGH', cell: through },
]

const userColumns: readonly Column<SeeingUser>[] = [
  { title: 'USER', cell: ({ user }) => user.id },
  {
    title: 'NAME',
    cell: ({ user }) => (user.disabledAt === undefined ? user.name : `${user.name} (disabled)`),
  },
  { title: 'THROUGH', cell: through },
]

const describeAfter = ({ after }: PagingOptions): string => (after === undefined ? '' : ` after ${after}`)

export const accessCommand: CommandDefinition = {
  name: 'access',
  about: 'what a user sees, who sees a plant, and through which grants',
  examples: ['plant-store access user Mei', 'plant-store access plant 25'],
  subcommands: [
    {
      name: 'user',
      about:
        'list the plants that a user sees, and through which grants; for a disabled user, what they would see if enabled',
      examples: ['plant-store access user Mei', 'plant-store access user Mei --json --limit 1000'],
      arguments: [['<name>', 'user name']],
      lists: (name: string, page: PagingOptions) =>
        listing({
          read: (store, range) => store.plantsSeenBy(name, range),
          columns: plantColumns,
          none: `${name} sees no plants${describeAfter(page)}.`,
          idOf: ({ plant }) => plant.id,
        }),
    },
    {
      name: 'plant',
      about: 'list the users who see a plant, and through which grants; disabled users are marked',
      examples: ['plant-store access plant 25', 'plant-store access plant 25 --json'],
      arguments: [['<id>', 'of the plant, as `plants list` shows it', parseId]],
      lists: (id: number, page: PagingOptions) =>
        listing({
          read: (store, range) => store.usersWhoSee(id, range),
          columns: userColumns,
          none: `No user${describeAfter(page)} sees plant ${id}.`,
          idOf: ({ user }) => user.id,
        }),
    },
  ],
}
