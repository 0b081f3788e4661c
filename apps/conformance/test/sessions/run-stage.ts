/** Runs one stage of the judge of sessions. */
import assert from 'node:assert/strict'
import type { Runner } from '../../src/sessions/run/runner.ts'
import { allStages } from '../../src/sessions/stages/stages.ts'

/** Runs the stage of that name, whatever came before it. */
export async function runStage(name: string, runner: Runner): Promise<void> {
  const stage = allStages.find((one) => one.name === name) ?? assert.fail(`there is no stage ${name}`)
  await stage.run(runner)
}
