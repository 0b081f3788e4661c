/** What laws say of a service that is like the reference but for one change. */
import { operations } from '@plant-store/contracts/schemas'
import { lawsJudge } from '../../src/laws/judge.ts'
import type { Law } from '../../src/laws/law.ts'
import type { Operation } from '../../src/laws/oracle/operation.ts'
import { Probe } from '../../src/laws/probe.ts'
import type { Change } from '../../mutants/mutant.ts'
import { startMutant } from '../../mutants/server/start.ts'
import { fixedWorld, toWorldFile, type World } from '../../mutants/server/world.ts'
import type { Subject } from '../../src/subject.ts'
import { RecordingCourt } from './recording-court.ts'

export const { callers, refusedTokens = [] } = toWorldFile(fixedWorld)

/** Looks at what was found while the service is still there. */
type Look = (court: RecordingCourt) => Promise<void>

/** One law alone. */
export function hearLaw(law: Law, change: Change, look?: Look): Promise<RecordingCourt> {
  const speak: Speak = (subject, court) => law.run(new Probe(subject, court, Object.values(operations)))
  return hear(change, speak, look)
}

/** All laws, of these operations. */
export function hearJudge(
  ofOperations: readonly Operation[],
  change: Change,
  world?: World,
): Promise<RecordingCourt> {
  return hear(change, (subject, court) => lawsJudge(ofOperations).judge(subject, court), undefined, world)
}

type Speak = (subject: Subject, court: RecordingCourt) => Promise<void>

async function hear(change: Change, speak: Speak, look?: Look, world = fixedWorld): Promise<RecordingCourt> {
  const server = await startMutant({ change, world })
  try {
    const court = new RecordingCourt()
    const known = { refusedTokens, ...toWorldFile(world) }
    await speak({ url: server.url, ...known, only: 'all', seed: 1, budget: 'quick' }, court)
    await look?.(court)
    return court
  } finally {
    await server.close()
  }
}
