/** `plant-store grants list`: the standing grants, then one line for each granted plant. */
import type {
  Administration,
  Grant,
  ListRange,
  PlantRecord,
  StandingPlants,
  Subject,
} from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from '../arguments/add-command.ts'
import { addPaging, type PagingOptions, showPage } from '../arguments/paging.ts'
import {
  addSubject,
  describeSubject,
  namedSubject,
  type StandingOptions,
  type SubjectOptions,
} from '../arguments/selection.ts'
import type { CommandContext } from '../terminal/output.ts'
import { CommandError } from '../exit-codes.ts'
import { withReader } from '../open-database.ts'
import type { Column } from '../terminal/table.ts'

/** A grant of one plant, or a standing grant. */
interface Line {
  readonly subject: Subject
  readonly plant: PlantRecord | undefined
  readonly standing: StandingPlants | undefined
}

const columns: readonly Column<Line>[] = [
  { title: 'GRANTED TO', cell: ({ subject }) => describeSubject(subject) },
  { title: 'PLANT', cell: ({ plant }) => plant?.id ?? 'standing' },
  { title: 'NAME', cell: ({ plant, standing }) => plant?.name ?? describeMeant(standing) },
  { title: 'TAG', cell: ({ plant, standing }) => plant?.tag ?? tagOf(standing) },
]

function describeMeant(standing: StandingPlants | undefined): string {
  return standing !== undefined && 'all' in standing ? '(every plant)' : '(every plant of the tag)'
}

function tagOf(standing: StandingPlants | undefined): string {
  return standing !== undefined && 'tag' in standing ? standing.tag : ''
}

type Options = SubjectOptions & StandingOptions & PagingOptions

export function addGrantList(grants: Command, context: CommandContext): void {
  const list = addCommand(
    grants,
    'list',
    'list grants: the standing ones, then one line for each plant',
    'plant-store grants list --group herbarium',
    'plant-store grants list --standing',
    'plant-store grants list --json',
  )
  addSubject(list).option('--standing', 'standing grants only')
  addPaging(list).action((options: Options) => {
    const subject = namedSubject(options)
    const isRange = options.limit !== undefined || options.after !== undefined
    if (isRange && (subject === undefined || options.standing === true)) {
      throw new CommandError(
        'usage',
        '--limit and --after list the plants of one user or group: give --user NAME or --group NAME, without --standing.',
      )
    }
    return withReader(context, list, (store) =>
      showPage(context, options, {
        read: (range) => readLines(store, { subject, range, isStandingOnly: options.standing === true }),
        columns,
        none: 'There are no grants.',
        idOf: ({ plant }) => plant?.id,
      }),
    )
  })
}

/** What to list. */
interface Wanted {
  readonly subject: Subject | undefined
  readonly range: ListRange
  readonly isStandingOnly: boolean
}

/** Standing grants come before the first plant, and don't count towards the limit. */
async function* readLines(
  store: Administration,
  { subject, range, isStandingOnly }: Wanted,
): AsyncGenerator<Line> {
  if (range.after === undefined) {
    for await (const { subject: to, plants } of store.standingGrants(subject)) {
      yield { subject: to, plant: undefined, standing: plants }
    }
  }
  if (isStandingOnly) return
  for await (const grant of store.grants(subject, range)) yield toLine(grant)
}

function toLine({ subject, plant }: Grant): Line {
  return { subject, plant, standing: undefined }
}
