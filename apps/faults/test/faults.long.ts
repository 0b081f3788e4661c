/** Some faults over one engine: only this finds a promise that they break. The command makes all, over both. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EngineName, engineTitles } from '../src/engines/engine.ts'
import { faults } from '../src/faults/faults.ts'
import { attempt } from '../src/run-faults.ts'

const due: readonly (readonly [fault: string, engine: EngineName])[] = [
  ['service-killed', 'sqlite'],
  ['database-disk-full', 'sqlite'],
  ['descriptors-exhausted', 'sqlite'],
  ['postgres-killed', 'postgres'],
  ['postgres-crowded', 'postgres'],
  ['postgres-failed-over', 'postgres'],
  ['tables-locked', 'postgres'],
  ['file-linked', 'sqlite'],
  ['file-locked', 'sqlite'],
  ['log-disk-full', 'sqlite'],
  ['worker-hangs', 'sqlite'],
  ['backend-stopped', 'postgres'],
  ['postgres-paused', 'postgres'],
]

describe('a fault breaks no promise:', () => {
  for (const [name, engine] of due) {
    const fault = faults.find((each) => each.name === name)
    test(`${fault?.title}, ${engineTitles[engine]}`, async (context) => {
      assert.ok(fault)
      // Recovery times are left to the command, because a machine busy with other tests is late.
      const trial = { fault, engine, times: 1, isTimed: false, onTime: () => {} }
      const { rows, notTried } = await attempt(trial)
      const [reason] = notTried.map((each) => each.reason)
      if (reason?.includes('Only root can mount') === true) context.skip(reason)
      else assert.deepEqual([rows.flatMap(({ broken }) => broken), notTried], [[], []])
    })
  }
})
