/** Runs the stages of a checker of sessions, and reports what was not reached where they end early. */
import { alone } from '@plant-store/raw-http'
import type { AnyOracle } from '../../oracle/any-oracle.ts'
import { CheckerFailure } from '../../run/checker.ts'
import { allEnded, Over, type Sent } from '../client/sent.ts'
import type { Player } from './player.ts'

/** A part of a checker's work. */
export interface Stage<Of> {
  readonly name: string
  /** Resolves when everything was told to the collector. Rejects when the collector's signal is aborted, or the time is up. */
  run(player: Of): Promise<void>
}

/** What a checker does, in order; what mostly waits is done beside what comes later, and the last when nothing else is left. */
export interface Stages<Of> {
  readonly early: readonly Stage<Of>[]
  readonly later: readonly Stage<Of>[]
  readonly background: readonly Stage<Of>[]
  readonly last?: readonly Stage<Of>[]
}

/** Nothing is left running when a stage fails. */
export async function runStages<Of extends Player<AnyOracle>>(
  player: Of,
  { early, later, background, last = [] }: Stages<Of>,
): Promise<void> {
  const names = [...early, ...later, ...background, ...last].map(({ name }) => name)
  const left = new Set(names)
  const inOrder = async (stages: readonly Stage<Of>[]): Promise<void> => {
    for (const stage of stages) {
      await stage.run(player)
      left.delete(stage.name)
    }
  }
  try {
    await inOrder(early)
    await allEnded([inOrder(later), ...background.map((stage) => inOrder([stage]))])
    await inOrder(last)
    if (!player.client.liveness.hasReused)
      player.collector.notReached('The service kept no connection for a second request.')
  } catch (error) {
    if (!(error instanceof Over)) throw error
    const { sent } = error
    const why = sent === undefined ? 'the time was up' : 'the service stopped answering'
    player.collector.notReached(`Not reached when ${why}: ${[...left].join(', ')}.`, left.size / names.length)
    if (sent !== undefined) reportNoResponse(player, sent)
  }
}

/**
 * Tells of the request at which the check gave up. Throws a `CheckerFailure` where no response was owed: what was no longer
 * asked has not passed.
 */
function reportNoResponse(player: Player<AnyOracle>, sent: Sent): void {
  const [breach] = player.breachesIn(sent)
  if (breach === undefined) {
    throw new CheckerFailure('The service stopped answering requests that the contract does not speak of.')
  }
  player.findings.tell(breach, sent, alone({ request: sent.request }))
}
