/** What laws say of a service that is like the reference but for one change. */
import { operations } from '@plant-store/contracts'
import { lawsJudge } from '../../src/laws/judge.ts'
import type { Law } from '../../src/laws/law.ts'
import type { Operation } from '../../src/laws/oracle/operation.ts'
import { Probe } from '../../src/laws/probe.ts'
import type { Change } from '../../src/mutants/mutant.ts'
import { startMutant } from '../../src/mutants/start-mutant.ts'
import { fixedWorld, toWorldFile } from '../../src/mutants/world.ts'
import type { Subject } from '../../src/subject.ts'
import { RecordingCourt } from './recording-court.ts'

const { callers, refusedTokens = [] } = toWorldFile(fixedWorld)

/** One law alone. */
export function hearLaw(law: Law, change: Change): Promise<RecordingCourt> {
  return hear(change, (subject, court) => law.run(new Probe(subject, court, Object.values(operations))))
}

/** All laws, of these operations. */
export function hearJudge(ofOperations: readonly Operation[], change: Change): Promise<RecordingCourt> {
  return hear(change, (subject, court) => lawsJudge(ofOperations).judge(subject, court))
}

async function hear(
  change: Change,
  speak: (subject: Subject, court: RecordingCourt) => Promise<void>,
): Promise<RecordingCourt> {
  const server = await startMutant({ change, world: fixedWorld })
  try {
    const court = new RecordingCourt()
    await speak({ url: server.url, callers, refusedTokens, only: 'all', seed: 1, budget: 'quick' }, court)
    return court
  } finally {
    await server.close()
  }
}
