/** All judges have the same time, and end when it is over. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { JudgeFailure } from '../../src/court/judge.ts'
import { prismJudge } from '../../src/prism/judge.ts'
import { RecordingCourt } from '../recording-court.ts'
import { serve } from '../serve.ts'
import { checkWith, content, judge, subjectAt } from './bench.ts'

describe('the time of a check', () => {
  test('begins for all judges when all are ready', async () => {
    const told: string[] = []
    await using server = await serve((_request, response) => response.end('[]'))
    const times = new Set<AbortSignal>()
    const tool = {
      ...judge('tool', (court) => void times.add(court.timeUp)),
      prepare: async () => {
        // If the others did not wait, they would be at work after this many rounds.
        for (let round = 0; round < 10; round += 1) await fetch(server.url).then((answer) => answer.text())
        told.push('installed')
      },
    }
    const other = judge('other', (court) => {
      told.push('asked')
      times.add(court.timeUp)
    })
    const { outcome } = await checkWith([other, tool, content], { url: server.url })
    assert.deepEqual([outcome, told, times.size], ['conforms', ['installed', 'asked'], 1])
  })

  test('does not begin where a judge can not be made ready: that is told at once', async () => {
    const tool = {
      ...judge('tool', () => assert.fail('it is not ready')),
      prepare: () => Promise.reject(new JudgeFailure('Python is missing.')),
    }
    const other = judge('other', () => assert.fail('nobody waits for it'))
    const { outcome, summary } = await checkWith([tool, other])
    assert.deepEqual([outcome, summary], ['unjudged', 'tool could not judge: Python is missing.'])
  })
})

test('Prism sends nothing when the time is up, and says so', async () => {
  await using server = await serve((_request, response) => response.end('[]'))
  const court = new RecordingCourt()
  court.endTime()
  await prismJudge().judge(subjectAt(server.url), court)
  assert.equal(court.exchanges.length, 0)
  assert.match(court.unreached.join(), /^Not sent when the time was up: (\d+) of \1 /)
})
