/** `plant-store grants`: who may see what. */
import type { Outcome } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import {
  addPlantSelection,
  addStanding,
  addSubject,
  describeSubject,
  type PlantSelectionOptions,
  requireMatch,
  requireNamedSubject,
  requirePlants,
  requireStanding,
  type StandingOptions,
  type SubjectOptions,
} from './arguments/selection.ts'
import type { CommandContext } from './terminal/output.ts'
import { describeStandingGrant, describeStandingRevocation, describeStillSeen } from './grants/describe.ts'
import { addGrantList } from './grants/list.ts'
import { addDryRun, withStore, type Work } from './open-database.ts'
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
  addGrantList(grants, context)
  addRemove(grants, context)
}

type Options = SubjectOptions & PlantSelectionOptions & StandingOptions

function addAdd(grants: Command, context: CommandContext): void {
  const add = addCommand(
    grants,
    'add',
    'let a user or a group see plants that exist now; with --standing, plants that are added later too',
    'plant-store grants add --user Mei --name Bamboo',
    'plant-store grants add --group herbarium --tag Acer --tag Cornus',
    'plant-store grants add --group herbarium --tag Acer --standing',
  )
  addOptions(add).action((options: Options) => withStore(context, add, toGrant(options)))
}

function toGrant(options: Options): Work {
  const subject = requireNamedSubject(options)
  if (options.standing === true) {
    const plants = requireStanding(options)
    return async (store, output, did) => {
      const outcome = await store.grantStanding(subject, plants)
      await output.result(outcome, describeStandingGrant(did('grant'), subject, plants, outcome))
    }
  }
  const plants = requirePlants(options)
  return async (store, output, did) => {
    const outcome = requireMatch(await store.grant(subject, plants))
    const text = `${did('grant')} ${countOf(outcome.changed, 'plant')} to ${describeSubject(subject)}.`
    await output.result(outcome, text + describeRest(outcome))
  }
}

function addRemove(grants: Command, context: CommandContext): void {
  const remove = addCommand(
    grants,
    'remove',
    'revoke grants, effective at once; says which other grants still show the plants',
    'plant-store grants remove --user Mei --name Bamboo',
    'plant-store grants remove --group herbarium --tag Acer --standing',
    'plant-store grants remove --group herbarium --all',
  )
  addOptions(remove).action((options: Options) => withStore(context, remove, toRevocation(options)))
}

function toRevocation(options: Options): Work {
  const subject = requireNamedSubject(options)
  if (options.standing === true) {
    const plants = requireStanding(options)
    return async (store, output, did) => {
      const outcome = await store.revokeStanding(subject, plants)
      const text = describeStandingRevocation(did('revoke'), subject, plants, outcome)
      await output.result(outcome, text + describeStillSeen(subject, outcome.stillSeen))
    }
  }
  const plants = requirePlants(options)
  return async (store, output, did) => {
    const outcome = requireMatch(await store.revoke(subject, plants))
    const text = `${did('revoke')} ${countOf(outcome.changed, 'plant')} from ${describeSubject(subject)}.`
    const stillSeen = describeStillSeen(subject, outcome.stillSeen)
    await output.result(outcome, text + describeRest(outcome) + stillSeen)
  }
}

function addOptions(command: Command): Command {
  addDryRun(addStanding(addPlantSelection(addSubject(command))))
  return command.addHelpText('after', '\nRequired: --user or --group, and which plants.')
}

function describeRest({ matched, changed }: Outcome): string {
  return matched === changed ? '' : ` ${countOf(matched - changed, 'plant')} needed no change.`
}
