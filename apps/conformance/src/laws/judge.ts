/** The judge `laws`: what OpenAPI cannot say, over connections on which every octet is its own. */
import { operations as contractOperations } from '@plant-store/contracts'
import type { Court, Judge } from '../court/judge.ts'
import { rules } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { earlyStages } from './early-stages.ts'
import { GaveUp } from './gave-up.ts'
import { lateStages } from './late-stages.ts'
import type { Law } from './law.ts'
import type { Operation } from './oracle/operation.ts'
import { Probe } from './probe.ts'
import { createDrift } from './subjects/drift.ts'
import { lateRequests } from './subjects/late-requests.ts'

/** The judge of all operations of the contract, or of others that its general laws are tried on. */
export function lawsJudge(operations: readonly Operation[] = Object.values(contractOperations)): Judge {
  return {
    name: 'laws',
    judge: async (subject, court) => {
      reportGaps(subject, court)
      const probe = new Probe(subject, court, operations)
      const drift = createDrift()
      try {
        await runAll(
          [lateRequests, inStages([...earlyStages, [drift.before], ...lateStages, [drift.after]])],
          probe,
        )
      } catch (error) {
        if (!(error instanceof GaveUp)) throw error
        probe.tellOfSilence(error.sent)
      }
    },
  }
}

/** One stage after the other; the laws of a stage side by side. */
const inStages = (stages: readonly (readonly Law[])[]): Pick<Law, 'run'> => ({
  run: async (probe) => {
    for (const stage of stages) {
      await runAll(stage, probe)
    }
  },
})

/** Nothing is left running when one of them fails. */
async function runAll(laws: readonly Pick<Law, 'run'>[], probe: Probe): Promise<void> {
  const ends = await Promise.allSettled(laws.map((law) => law.run(probe)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) {
    throw failed.reason
  }
}

/** What no caller can bring about. */
const unprovoked: Readonly<Record<string, string>> = {
  'failure-500': 'No request makes a service fail that keeps the contract.',
  'retry-after-503': 'No request makes a service unable to answer.',
}

/** What can't be judged is said, never passed over. */
function reportGaps({ callers, refusedTokens }: Subject, court: Court): void {
  const worlds = callers.filter(({ plants }) => plants !== undefined).length
  for (const { id, needs } of rules) {
    if (unprovoked[id] !== undefined) {
      court.unjudged(id, unprovoked[id])
    } else if (needs !== 'nothing' && callers.length === 0) {
      court.unjudged(id, 'No token was given.')
    } else if ((needs === 'world' || needs === 'two callers') && worlds === 0) {
      court.unjudged(id, 'No world was given: the plants that are due are not known.')
    } else if (needs === 'two callers' && worlds < 2) {
      court.unjudged(id, 'It takes two callers whose plants are known.')
    }
  }
  if (refusedTokens.length === 0) {
    court.unjudged('retired-token-refused', 'No token was given that was good once.')
  }
}
