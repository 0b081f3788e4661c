/** What the checker of sessions works with, and what is found about a service that differs from the reference by one change. */
import assert from 'node:assert/strict'
import type { Change } from '../../mutants/mutant.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld, tell } from '../../mutants/server/world.ts'
import { sessionsChecker } from '../../plant-store/checker.ts'
import { widest } from '../../src/sessions/run/player.ts'
import { Runner } from '../../plant-store/runner.ts'
import { allStages } from '../../plant-store/stages/stages.ts'
import { firstRequests } from '../../plant-store/stages/first.ts'
import type { Subject } from '../../src/subject.ts'
import { subjectOf } from '../subject.ts'
import { RecordingCollector } from '../recording-collector.ts'

export const { callers, refused } = tell(fixedWorld, 'world')

/** A runner for a service of which only what is given here is known. */
export function runnerAt(
  url: string,
  more: Partial<Subject> = {},
): { readonly runner: Runner; readonly collector: RecordingCollector } {
  const collector = new RecordingCollector()
  return { runner: new Runner(subjectOf(url, more), collector), collector }
}

/** Runs the stage of that name, whatever came before it. */
export async function runStage(name: string, runner: Runner): Promise<void> {
  const stage = allStages.find((one) => one.name === name) ?? assert.fail(`there is no stage ${name}`)
  await stage.run(runner)
}

type Work = (subject: Subject, collector: RecordingCollector) => Promise<unknown>

async function attempt(change: Change, work: Work): Promise<RecordingCollector> {
  await using server = await startMutant({ change, world: fixedWorld })
  const collector = new RecordingCollector()
  await work(subjectOf(server.url, { callers, refused }), collector)
  return collector
}

/** Has a runner work on the service, once the first requests have shown which tags there are. */
export const tryRunner = (
  change: Change,
  work: (runner: Runner, collector: RecordingCollector) => Promise<unknown>,
): Promise<RecordingCollector> =>
  attempt(change, async (subject, collector) => {
    const runner = new Runner(subject, collector)
    await firstRequests.run(runner)
    // A fault may make the first responses slow.
    runner.width = widest
    await work(runner, collector)
  })

/** Runs all stages, until this many requests were sent. */
export const tryChecker = (change: Change, requests: number): Promise<RecordingCollector> =>
  attempt(change, (subject, collector) => {
    void collector.hasRecorded(requests).then(() => collector.endTime())
    return sessionsChecker().check(subject, collector)
  })
