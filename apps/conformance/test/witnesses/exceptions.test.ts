/** No exception of the table is too much: without it, what Prism says would accuse a correct server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerOf } from '../../src/contract/request-fault.ts'
import type { Exchange } from '../../src/exchange.ts'
import { Examiner } from '../../src/prism/examiner.ts'
import { loadValidators } from '../../src/prism/load-prism.ts'
import { ruleById } from '../../src/rules/rules.ts'
import { sendOne } from '../../src/send-one.ts'
import type { Subject } from '../../src/subject.ts'
import { type Exception, exceptions } from '../../src/witnesses/exceptions.ts'
import { forgetfulCourt, subjectAt } from '../broken-server.ts'
import { shown } from './servers.ts'

/** The rules that Prism says the exchange breaks. */
async function accuse(
  exchange: Exchange,
  subject: Subject,
  table: readonly Exception[],
): Promise<readonly string[]> {
  const broken: string[] = []
  const examiner = new Examiner(subject, table)
  examiner.begin(await loadValidators())
  examiner.examine(exchange, {
    ...forgetfulCourt(new AbortController().signal),
    broken: ({ rule }) => {
      if (subject.only === 'all' || ruleById(rule).origin === 'given') broken.push(rule)
    },
  })
  return broken
}

describe('without the exception a correct server is accused:', () => {
  for (const exception of exceptions) {
    test(`${exception.id}: ${exception.reason}`, async () => {
      const { start, request } = shown[exception.id] ?? assert.fail('no server shows it')
      const server = await start()
      try {
        const subject = subjectAt(server.url, { only: exception.only ?? 'all' })
        const caller = callerOf(request, subject)
        const sent = await sendOne(server.url, request)
        const exchange = { ...sent, id: 1, judge: 'other', ...(caller !== undefined && { caller }) }
        assert.deepEqual(await accuse(exchange, subject, exceptions), [])
        const others = exceptions.filter((other) => other !== exception)
        assert.notDeepEqual(await accuse(exchange, subject, others), [])
      } finally {
        await server.close()
      }
    })
  }
})
