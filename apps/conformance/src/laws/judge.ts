/** The judge `laws`: what OpenAPI cannot say, over connections on which every octet is its own. */
import { operations as contractOperations } from '@plant-store/contracts/schemas'
import type { Court, Judge } from '../court/judge.ts'
import { rules } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { earlyStages } from './early-stages.ts'
import { inOwnTurn } from './lanes.ts'
import { lateStages } from './late-stages.ts'
import type { Law } from './law.ts'
import { GaveUp } from './gave-up.ts'
import { TimeUp } from './time-up.ts'
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
      for (const { method, path } of probe.knowledge.templates) {
        court.notReached(`Not asked for ${method} ${path}: no table tells which values its path takes.`)
      }
      const drift = createDrift()
      const stages = [...earlyStages, [drift.before], ...lateStages, [drift.after]]
      const left = new Set(stages.flat().map(({ name }) => name))
      try {
        await runAll([lateRequests, inStages(stages, (name) => left.delete(name))], probe)
      } catch (error) {
        if (error instanceof GaveUp) probe.tellOfSilence(error.sent)
        else if (error instanceof TimeUp) {
          court.notReached(`Not done when the time was up: ${[...left].join(', ')}.`)
        } else throw error
      }
    },
  }
}

type Work = Pick<Law, 'name' | 'run'>

/** One stage after the other; the laws of a stage side by side. */
const inStages = (stages: readonly (readonly Law[])[], onDone: (name: string) => void): Work => ({
  name: 'stages',
  run: async (probe) => {
    for (const stage of stages) await runAll(stage, probe, onDone)
  },
})

/** Nothing is left running when one of them fails. That the service stopped answering says more than that time is up. */
async function runAll(
  laws: readonly Work[],
  probe: Probe,
  onDone: (name: string) => void = () => {},
): Promise<void> {
  const ends = await Promise.allSettled(
    laws.map(({ name, run }) => inOwnTurn(name, () => run(probe).then(() => onDone(name)))),
  )
  const reasons = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []))
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof TimeUp)) ?? reasons[0]
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
