/** `plant-store grants`: who may see what. */
import type { Administration, Grant, Outcome } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import {
  addPlantSelection,
  type PlantSelectionOptions,
  requireMatch,
  requirePlants,
} from './arguments/plant-selection.ts'
import {
  addSubject,
  describeSubject,
  namedSubject,
  requireNamedSubject,
  type SubjectOptions,
} from './arguments/subject.ts'
import type { CommandContext } from './context.ts'
import { withReader, withStore } from './open-database.ts'
import type { Column } from './terminal/table.ts'
import { countOf } from './terminal/text.ts'

export function addGrants(program: Command, context: CommandContext): void {
  const grants = addCommand(
    program,
    'grants',
    'which user or group sees which plants',
    'plant-store grants add --user Mei --tag Acer',
    'plant-store grants list --user Mei',
  )
  addAdd(grants, context)
  addList(grants, context)
  addRemove(grants, context)
}

function addAdd(grants: Command, context: CommandContext): void {
  const add = addCommand(
    grants,
    'add',
    'let a user or a group see plants that exist now',
    'plant-store grants add --user Mei --name Bamboo',
    'plant-store grants add --group herbarium --tag Acer --tag Cornus',
  )
  change(add, context, {
    verb: 'Granted',
    preposition: 'to',
    apply: (store, subject, plants) => store.grant(subject, plants),
  })
}

function addRemove(grants: Command, context: CommandContext): void {
  const remove = addCommand(
    grants,
    'remove',
    'revoke grants, effective at once',
    'plant-store grants remove --user Mei --name Bamboo',
    'plant-store grants remove --group herbarium --all',
  )
  change(remove, context, {
    verb: 'Revoked',
    preposition: 'from',
    apply: (store, subject, plants) => store.revoke(subject, plants),
  })
}

/** How `add` and `remove` differ. */
interface Change {
  readonly verb: string
  readonly preposition: string
  readonly apply: (store: Administration, ...what: Parameters<Administration['grant']>) => Promise<Outcome>
}

function change(command: Command, context: CommandContext, { verb, preposition, apply }: Change): void {
  addPlantSelection(addSubject(command))
  command.addHelpText('after', '\nRequired: --user or --group, and which plants.')
  command.action(async (options: SubjectOptions & PlantSelectionOptions) => {
    const subject = requireNamedSubject(options)
    const plants = requirePlants(options)
    await withStore(context, command, async (store, output) => {
      const outcome = requireMatch(await apply(store, subject, plants))
      const { matched, changed } = outcome
      const rest = matched === changed ? '' : ` ${countOf(matched - changed, 'plant')} needed no change.`
      const done = `${verb} ${countOf(changed, 'plant')} ${preposition} ${describeSubject(subject)}.`
      await output.result(outcome, done + rest)
    })
  })
}

const columns: readonly Column<Grant>[] = [
  { title: 'GRANTED TO', cell: (grant) => describeSubject(grant.subject) },
  { title: 'PLANT', cell: (grant) => grant.plant.id },
  { title: 'NAME', cell: (grant) => grant.plant.name },
  { title: 'TAG', cell: (grant) => grant.plant.tag ?? '' },
]

function addList(grants: Command, context: CommandContext): void {
  const list = addCommand(
    grants,
    'list',
    'list grants, one line for each plant',
    'plant-store grants list --group herbarium',
    'plant-store grants list --json',
  )
  addSubject(list).action((options: SubjectOptions) =>
    withReader(context, list, (store, output) =>
      output.list(store.grants(namedSubject(options)), columns, 'There are no grants.'),
    ),
  )
}
