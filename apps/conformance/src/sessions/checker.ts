/** The checker of sessions: plays them over connections whose every byte is its own, and asks the oracle what is due. */
import { operations as contractOperations } from '../contract/operations.ts'
import type { Checker, Collector } from '../run/checker.ts'
import type { Operation } from '../contract/operations.ts'
import type { Subject } from '../subject.ts'
import { throwFirst } from './client/over.ts'
import { Runner, type Stage } from './run/runner.ts'
import { runUntilOver } from './run/run-until-over.ts'
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
      const names = allStages.map(({ name }) => name)
      await runUntilOver(runner, names, (onDone) => runAll(runner, onDone))
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
