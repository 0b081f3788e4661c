/** No exception of the table is too much: without it, what schemathesis says would accuse a correct server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { schemathesisJudge } from '../../src/schemathesis/judge.ts'
import { exceptions } from '../../src/witnesses/exceptions.ts'
import { brokenIn, judgeAlone, subjectAt } from '../broken-server.ts'
import { shown } from './servers.ts'

describe('without the exception a correct server is accused:', () => {
  for (const exception of exceptions) {
    const { start, request } = shown[exception.id] ?? {}
    if (start === undefined || request !== undefined) continue
    test(`${exception.id}: ${exception.reason}`, async () => {
      const server = await start()
      try {
        const subject = subjectAt(server.url, { only: exception.only ?? 'all' })
        assert.deepEqual(brokenIn(await judgeAlone(subject, schemathesisJudge())), [])
        const others = exceptions.filter((other) => other !== exception)
        const accusing = schemathesisJudge({ exceptions: others })
        assert.notDeepEqual(brokenIn(await judgeAlone(subject, accusing)), [])
      } finally {
        await server.close()
      }
    })
  }
})
