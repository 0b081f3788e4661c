/** `plant-store grants`: who may see what. */
import type { Administration, Grant, Outcome } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import { addPlantSelection, type PlantSelectionOptions, requirePlants } from './arguments/plant-selection.ts'
import {
  addSubject,
  describeSubject,
  namedSubject,
  requireSubject,
  type SubjectOptions,
} from './arguments/subject.ts'
import { requireMatch } from './require-match.ts'
import type { Surroundings } from './surroundings.ts'
import { countOf } from './terminal/count-of.ts'
import type { Column } from './terminal/print-table.ts'
import { withStore } from './with-store.ts'

export function addGrants(program: Command, around: Surroundings): void {
  const grants = program.command('grants').description('which user or group sees which plants')
  addExamples(grants, 'plant-store grants add --user Mei --tag Acer', 'plant-store grants list --user Mei')
  addAdd(grants, around)
  addList(grants, around)
  addRemove(grants, around)
}

function addAdd(grants: Command, around: Surroundings): void {
  const add = grants.command('add').description('let a user or a group see plants that exist now')
  addPlantSelection(addSubject(add))
  addExamples(
    add,
    'plant-store grants add --user Mei --name Bamboo',
    'plant-store grants add --group herbarium --tag Acer',
  )
  change(add, around, { verb: 'Granted', apply: (store, subject, plants) => store.grant(subject, plants) })
}

function addRemove(grants: Command, around: Surroundings): void {
  const remove = grants.command('remove').description('take grants back, effective at once')
  addPlantSelection(addSubject(remove))
  addExamples(
    remove,
    'plant-store grants remove --user Mei --name Bamboo',
    'plant-store grants remove --group herbarium --all',
  )
  change(remove, around, {
    verb: 'Took back',
    apply: (store, subject, plants) => store.revoke(subject, plants),
  })
}

/** How `add` and `remove` differ. */
interface Change {
  readonly verb: string
  readonly apply: (store: Administration, ...what: Parameters<Administration['grant']>) => Promise<Outcome>
}

function change(command: Command, around: Surroundings, { verb, apply }: Change): void {
  command.action(async (options: SubjectOptions & PlantSelectionOptions) => {
    const subject = requireSubject(options)
    const plants = requirePlants(options)
    await withStore(around, command, async (store, output) => {
      const outcome = requireMatch(await apply(store, subject, plants))
      const { matched, changed } = outcome
      const rest =
        matched === changed ? '' : ` The other ${countOf(matched - changed, 'plant')} needed no change.`
      await output.result(
        outcome,
        `${verb} ${countOf(changed, 'plant')}: ${describeSubject(subject)}.${rest}`,
      )
    })
  })
}

const columns: readonly Column<Grant>[] = [
  { title: 'WHO', cell: (grant) => describeSubject(grant.subject) },
  { title: 'PLANT', cell: (grant) => grant.plant.id },
  { title: 'NAME', cell: (grant) => grant.plant.name },
  { title: 'TAG', cell: (grant) => grant.plant.tag ?? '' },
]

function addList(grants: Command, around: Surroundings): void {
  const list = grants.command('list').description('list grants, one line for each plant')
  addSubject(list)
  addExamples(list, 'plant-store grants list --group herbarium', 'plant-store grants list --json')
  list.action((options: SubjectOptions) =>
    withStore(around, list, (store, output) =>
      output.list(store.grants(namedSubject(options)), columns, 'There are no grants.'),
    ),
  )
}
