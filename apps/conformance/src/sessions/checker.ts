/** The checker of sessions: plays them over connections whose every byte is its own, and asks the oracle what is due. */
import { operations as contractOperations } from '../contract/operations.ts'
import { type Collector, type Checker, CheckerFailure } from '../run/checker.ts'
import type { Operation } from '../contract/operations.ts'
import type { Subject } from '../subject.ts'
import { Over, throwFirst } from './client/over.ts'
import type { Sent } from './client/sent.ts'
import { Runner, type Stage } from './run/runner.ts'
import { allStages, background, early, later } from './stages/stages.ts'

/** The checker of all operations of the contract, or of the given ones. */
export function sessionsChecker(all: readonly Operation[] = contractOperations): Checker {
  return {
    name: 'sessions',
    check: async (subject, collector) => {
      reportGaps(subject, collector)
      const operations = all.filter(({ operationId }) => subject.leftOut?.includes(operationId) !== true)
      const runner = new Runner(subject, collector, operations)
      for (const { method, path } of runner.knowledge.templates) {
        collector.notReached(`Not asked for ${method} ${path}: no table tells which values its path takes.`)
      }
      const left = new Set(allStages.map(({ name }) => name))
      try {
        await runAll(runner, (name) => left.delete(name))
        reportUntried(runner)
      } catch (error) {
        if (!(error instanceof Over)) throw error
        const { sent } = error
        const why = sent === undefined ? 'the time was up' : 'the service stopped answering'
        collector.notReached(
          `Not reached when ${why}: ${[...left].join(', ')}.`,
          left.size / allStages.length,
        )
        if (sent !== undefined) reportNoResponse(runner, sent)
      }
    },
  }
}

/** Runs the stages in order, those that mostly wait beside the later ones. Nothing is left running when one fails. */
async function runAll(runner: Runner, onDone: (name: string) => void): Promise<void> {
  const inOrder = async (stages: readonly Stage[]): Promise<void> => {
    for (const stage of stages) {
      await stage.run(runner)
      onDone(stage.name)
    }
  }
  await inOrder(early)
  const ends = await Promise.allSettled([inOrder(later), ...background.map((stage) => inOrder([stage]))])
  throwFirst(ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : [])))
}

/**
 * Tells of the request at which the check gave up, unless the collector was told of such a breach before. Throws a
 * `CheckerFailure` where no response was owed: what was no longer asked has not passed.
 */
function reportNoResponse(runner: Runner, sent: Sent): void {
  const [breach] = runner.breachesIn(sent)
  if (breach === undefined) {
    throw new CheckerFailure('The service stopped answering requests that the contract does not speak of.')
  }
  if (!runner.findings.isTold(breach.rule)) {
    runner.findings.tell(breach, sent, [{ ask: { request: sent.request } }])
  }
}

/** Says what could not be tried since the service ends each connection, and what was no longer compared. */
function reportUntried({ client, collector, knowledge, hasForgotten }: Runner): void {
  if (hasForgotten)
    collector.notReached('Responses were compared only with those to the first 50,000 different requests.')
  if (!client.hasReused) collector.notReached('The service kept no connection for a second request.')
  else if (!client.hasPipelined && knowledge.only === 'all')
    collector.notReached(
      'The service answered no request that was sent before the response to another had come.',
    )
}

/** Rules whose case no caller can bring about. */
const unprovoked: Readonly<Record<string, string>> = {
  'failure-500': 'No request makes a service that keeps the contract fail.',
  'retry-after-503': 'No request makes a service unable to answer.',
}

/** Reports what this checker can't see of a service that is in order; what the collector can tell by itself is left to it. */
function reportGaps({ refused }: Subject, collector: Collector): void {
  for (const [rule, reason] of Object.entries(unprovoked)) collector.inconclusive(rule, reason)
  if (refused.length === 0) {
    collector.inconclusive('retired-token-refused', 'No token was given that was good once.')
  }
}
