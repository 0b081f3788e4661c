/** The checker of sessions: plays them over connections whose every byte is its own, and asks the oracle what is due. */
import { changesAnything, knownOperation, otherOperations, ownContract } from './contract.ts'
import { documentChecker } from '../src/document/checker.ts'
import { triedOf } from '../src/document/oracle/analyse.ts'
import { rules } from './rules.ts'
import type { Checker, Collector } from '../src/run/checker.ts'
import type { Subject } from '../src/subject.ts'
import { rulesOfOthers } from './basis.ts'
import { Runner } from './runner.ts'
import { runStages } from '../src/sessions/run/run-stages.ts'
import { background, early, later } from './stages/stages.ts'

/** The checker of our own contract. What else it declares than the list of plants is then checked as any document is. */
export function sessionsChecker({ writes = false }: { readonly writes?: boolean | undefined } = {}): Checker {
  return {
    name: 'sessions',
    check: async (subject, collector) => {
      reportGaps(subject, collector)
      const others = rulesOfOthers(triedOf(otherOperations, writes))
      const checkOthers = (manner: { readonly writes: boolean; readonly isAfterAll: boolean }) =>
        documentChecker(ownContract, [...rules, ...others], manner).check(subject, collector)
      if (others.length > 0) await checkOthers({ writes: false, isAfterAll: false })
      if (subject.leftOut?.includes(knownOperation) !== true) {
        await runStages(new Runner(subject, collector), { early, later, background })
      }
      // A list that has changed is not what the world file says.
      if (writes && changesAnything) await checkOthers({ writes, isAfterAll: true })
    },
  }
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
