/** The checker of sessions: plays them over connections whose every byte is its own, and asks the oracle what is due. */
import { changesAnything, otherOperations, ownContract } from '../contract/operations.ts'
import { documentChecker } from '../document/checker.ts'
import { triedOf } from '../document/oracle/analyse.ts'
import { rules } from '../rules/rules.ts'
import type { Checker, Collector } from '../run/checker.ts'
import type { Subject } from '../subject.ts'
import { throwFirst } from './client/over.ts'
import { rulesOfOthers } from '../run/basis.ts'
import { Runner, type Stage } from './run/runner.ts'
import { runUntilOver } from './run/run-until-over.ts'
import { allStages, background, early, later } from './stages/stages.ts'

/** The checker of our own contract. What else it declares than the list of plants is then checked as any document is. */
export function sessionsChecker({ writes = false }: { readonly writes?: boolean | undefined } = {}): Checker {
  return {
    name: 'sessions',
    check: async (subject, collector) => {
      reportGaps(subject, collector)
      const others = rulesOfOthers(triedOf({ operations: otherOperations }, writes))
      const checkOthers = (manner: { readonly writes: boolean; readonly isAfterAll: boolean }) =>
        documentChecker(ownContract, [...rules, ...others], manner).check(subject, collector)
      if (others.length > 0) await checkOthers({ writes: false, isAfterAll: false })
      if (subject.leftOut?.includes('listPlants') !== true) {
        const runner = new Runner(subject, collector)
        const names = allStages.map(({ name }) => name)
        await runUntilOver(runner, names, (onDone) => runAll(runner, onDone))
      }
      // A list that has changed is not what the world file says.
      if (writes && changesAnything) await checkOthers({ writes, isAfterAll: true })
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
