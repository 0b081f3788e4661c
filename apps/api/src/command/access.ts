/** `plant-store access`: what a user sees, who sees a plant, and why. */
import type { SeeingUser, SeenPlant } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { addPaging, type PagingOptions, showPage } from './arguments/paging.ts'
import { parseId } from './arguments/parse.ts'
import type { CommandContext } from './terminal/output.ts'
import { describeWay } from './grants/describe.ts'
import { withReader } from './open-database.ts'
import type { Column } from './terminal/table.ts'

export function addAccess(program: Command, context: CommandContext): void {
  const access = addCommand(
    program,
    'access',
    'what a user sees, who sees a plant, and through which grants',
    'plant-store access user Mei',
    'plant-store access plant 7',
  )
  addUser(access, context)
  addPlant(access, context)
}

const through = ({ through: ways }: SeenPlant | SeeingUser): string =>
  // A plant that no grant explains is a fault in the access table, not in the list.
  ways.length === 0 ? 'nothing: run plant-store verify' : ways.map((way) => describeWay(way)).join('; ')

const plantColumns: readonly Column<SeenPlant>[] = [
  { title: 'PLANT', cell: ({ plant }) => plant.id },
  { title: 'NAME', cell: ({ plant }) => plant.name },
  { title: 'TAG', cell: ({ plant }) => plant.tag ?? '' },
  { title: 'THROUGH', cell: through },
]

function addUser(access: Command, context: CommandContext): void {
  const user = addCommand(
    access,
    'user',
    'list the plants that a user sees, and through which grants; for a disabled user, what they would see if enabled',
    'plant-store access user Mei',
    'plant-store access user Mei --json --limit 1000',
  )
  user.argument('<name>', 'user name')
  addPaging(user).action((name: string, page: PagingOptions) =>
    withReader(context, user, (store) =>
      showPage(context, page, {
        read: (range) => store.plantsSeenBy(name, range),
        columns: plantColumns,
        none: `${name} sees no plants${describeAfter(page)}.`,
        idOf: ({ plant }) => plant.id,
      }),
    ),
  )
}

const userColumns: readonly Column<SeeingUser>[] = [
  { title: 'USER', cell: ({ user }) => user.id },
  {
    title: 'NAME',
    cell: ({ user }) => (user.disabledAt === undefined ? user.name : `${user.name} (disabled)`),
  },
  { title: 'THROUGH', cell: through },
]

function addPlant(access: Command, context: CommandContext): void {
  const plant = addCommand(
    access,
    'plant',
    'list the users who see a plant, and through which grants; disabled users are marked',
    'plant-store access plant 7',
    'plant-store access plant 7 --json',
  )
  plant.argument('<id>', 'of the plant, as `plants list` shows it', parseId)
  addPaging(plant).action((id: number, page: PagingOptions) =>
    withReader(context, plant, (store) =>
      showPage(context, page, {
        read: (range) => store.usersWhoSee(id, range),
        columns: userColumns,
        none: `No user${describeAfter(page)} sees plant ${id}.`,
        idOf: ({ user }) => user.id,
      }),
    ),
  )
}

function describeAfter({ after }: PagingOptions): string {
  return after === undefined ? '' : ` after ${after}`
}
