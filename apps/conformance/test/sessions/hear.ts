/** What is found about a service that differs from the reference by one change. */
import { operations } from '@plant-store/contracts/schemas'
import type { Change } from '../../mutants/mutant.ts'
import { startMutant } from '../../mutants/server/start.ts'
import { fixedWorld, toWorldFile, type World } from '../../mutants/server/world.ts'
import type { Operation } from '../../src/oracle/operation.ts'
import { sessionsJudge } from '../../src/sessions/judge.ts'
import { paceFor } from '../../src/sessions/pace.ts'
import { Runner } from '../../src/sessions/runner.ts'
import { firstRequests } from '../../src/sessions/first-stages.ts'
import { stageNamed } from '../../src/sessions/stages.ts'
import type { Subject } from '../../src/subject.ts'
import { subjectOf } from '../subject.ts'
import { RecordingCourt } from '../recording-court.ts'

export const { callers, refusedTokens = [] } = toWorldFile(fixedWorld)

/** Looks at what was found while the service is still running. */
type Look = (court: RecordingCourt) => Promise<void>

/** Has a runner work on the service, once the first requests have shown which tags there are. */
export const hearRunner = (
  change: Change,
  work: (runner: Runner) => Promise<unknown>,
  look?: Look,
  world?: World,
): Promise<RecordingCourt> =>
  hear(
    change,
    async (subject, court) => {
      const runner = new Runner(subject, court, Object.values(operations))
      await firstRequests.run(runner)
      // A fault may make the first answers slow.
      runner.pace = paceFor(1)
      await work(runner)
    },
    look,
    world,
  )

/** A change of the reference, in the usual world unless another is named. */
export interface Service {
  readonly change: Change
  readonly world?: World
}

/** Runs one stage alone, after the first requests, up to the first breach of the rule. */
export const hearStage = (
  name: string,
  { change, world }: Service,
  rule: string,
  look?: Look,
): Promise<RecordingCourt> =>
  hearRunner(
    change,
    async (runner) => {
      const { court } = runner
      if (court instanceof RecordingCourt) court.stopAt(rule)
      await stageNamed(name).run(runner)
    },
    look,
    world,
  )

/** How much of a check is enough: a number of requests, or the first breach of a rule. */
interface Enough {
  readonly world?: World
  readonly requests?: number
  readonly rule?: string
}

/** Runs all stages for these operations. */
export const hearJudge = (
  ofOperations: readonly Operation[],
  change: Change,
  { world, requests = Infinity, rule }: Enough = {},
): Promise<RecordingCourt> =>
  hear(
    change,
    (subject, court) => {
      void court.hasRecorded(requests).then(() => court.endTime())
      if (rule !== undefined) court.stopAt(rule)
      return sessionsJudge(ofOperations).judge(subject, court)
    },
    undefined,
    world,
  )

type Speak = (subject: Subject, court: RecordingCourt) => Promise<void>

async function hear(change: Change, speak: Speak, look?: Look, world = fixedWorld): Promise<RecordingCourt> {
  const server = await startMutant({ change, world })
  try {
    const court = new RecordingCourt()
    await speak(subjectOf(server.url, { refusedTokens, ...toWorldFile(world) }), court).catch(
      (error: unknown) => {
        if (!court.signal.aborted) throw error
      },
    )
    await look?.(court)
    return court
  } finally {
    await server.close()
  }
}
