/** `plant-store grants`: who may see what. */
import type {
  Administration,
  ListRange,
  Outcome,
  PlantRecord,
  StandingPlants,
  Subject,
} from '@plant-store/store'
import { Option } from 'commander'
import type { PagingOptions } from './arguments/paging.ts'
import {
  describeSubject,
  namedSubject,
  type PlantSelectionOptions,
  plantSelection,
  requireMatch,
  requireNamedSubject,
  requirePlants,
  requireStanding,
  type SubjectOptions,
  subjectOptions,
} from './arguments/selection.ts'
import { CommandError } from './exit-codes.ts'
import { describeStandingGrant, describeStandingRevocation, describeStillSeen } from './describe-grants.ts'
import { type CommandDefinition, dryRunOption, listing } from './define-command.ts'
import type { Column } from './terminal/table.ts'
import { countOf } from './terminal/text.ts'

interface StandingOption {
  readonly standing?: true
}

type Options = SubjectOptions & PlantSelectionOptions & StandingOption

/** What `add` and `remove` have in common. */
const what = {
  options: [
    ...subjectOptions(),
    ...plantSelection(),
    new Option(
      '--standing',
      'with --tag or --all: the standing grant, which reaches plants that are added later too',
    ),
    dryRunOption(),
  ],
  notes: 'A plant must match every option that is given.\n\nRequired: --user or --group, and which plants.',
} as const

export const grantsCommand: CommandDefinition = {
  name: 'grants',
  about: 'which user or group sees which plants',
  examples: ['plant-store grants add --user Mei --tag Acer', 'plant-store grants list --user Mei'],
  subcommands: [
    {
      name: 'add',
      about:
        'let a user or a group see plants that exist now; with --standing, plants that are added later too',
      examples: [
        'plant-store grants add --user Mei --name Bamboo',
        'plant-store grants add --group herbarium --tag Acer --tag Cornus',
        'plant-store grants add --group herbarium --tag Acer --standing',
      ],
      ...what,
      changes: (options: Options) => {
        const subject = requireNamedSubject(options)
        if (options.standing === true) {
          const plants = requireStanding(options)
          return async ({ store, verb }) => {
            const outcome = await store.grantStanding(subject, plants)
            return [outcome, describeStandingGrant(verb('grant'), subject, plants, outcome)]
          }
        }
        const plants = requirePlants(options)
        return async ({ store, verb }) => {
          const outcome = requireMatch(await store.grant(subject, plants))
          const text = `${verb('grant')} ${countOf(outcome.changed, 'plant')} to ${describeSubject(subject)}.`
          return [outcome, text + describeRest(outcome)]
        }
      },
    },
    {
      name: 'list',
      about: 'list grants: the standing ones, then one line for each plant',
      examples: [
        'plant-store grants list --group herbarium',
        'plant-store grants list --standing',
        'plant-store grants list --json',
      ],
      options: [...subjectOptions(), new Option('--standing', 'standing grants only')],
      lists: (options: SubjectOptions & StandingOption & PagingOptions) => {
        const subject = namedSubject(options)
        const isStandingOnly = options.standing === true
        const isRange = options.limit !== undefined || options.after !== undefined
        if (isRange && (subject === undefined || isStandingOnly)) {
          throw new CommandError(
            'usage',
            '--limit and --after list the plants of one user or group: give --user NAME or --group NAME, without --standing.',
          )
        }
        return listing({
          read: (store, range) => readLines(store, { subject, range, isStandingOnly }),
          columns,
          none: 'There are no grants.',
          idOf: ({ plant }) => plant?.id,
        })
      },
    },
    {
      name: 'remove',
      about: 'revoke grants, effective at once; says which other grants still show the plants',
      examples: [
        'plant-store grants remove --user Mei --name Bamboo',
        'plant-store grants remove --group herbarium --tag Acer --standing',
        'plant-store grants remove --group herbarium --all',
      ],
      ...what,
      changes: (options: Options) => {
        const subject = requireNamedSubject(options)
        if (options.standing === true) {
          const plants = requireStanding(options)
          return async ({ store, verb }) => {
            const outcome = await store.revokeStanding(subject, plants)
            const text = describeStandingRevocation(verb('revoke'), subject, plants, outcome)
            return [outcome, text + describeStillSeen(subject, outcome.stillSeen)]
          }
        }
        const plants = requirePlants(options)
        return async ({ store, verb }) => {
          const outcome = requireMatch(await store.revoke(subject, plants))
          const text = `${verb('revoke')} ${countOf(outcome.changed, 'plant')} from ${describeSubject(subject)}.`
          return [outcome, text + describeRest(outcome) + describeStillSeen(subject, outcome.stillSeen)]
        }
      },
    },
  ],
}

function describeRest({ matched, changed }: Outcome): string {
  return matched === changed ? '' : ` ${countOf(matched - changed, 'plant')} needed no change.`
}

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
  for await (const { subject: to, plant } of store.grants(subject, range)) {
    yield { subject: to, plant, standing: undefined }
  }
}
