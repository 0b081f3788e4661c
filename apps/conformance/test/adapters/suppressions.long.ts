/**
 * No suppression is superfluous: without it, the tool itself accuses a correct server. No limit is: the tool still has
 * it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { schemathesisChecker } from '../../src/adapters/schemathesis/checker.ts'
import { suppressions, limits } from '../../src/adapters/suppressions.ts'
import { brokenIn, checkAlone, startWith, subjectAt } from '../broken-server.ts'
import { accuse } from './accuse.ts'
import { beyondPython, ownHost, shown } from './servers.ts'

describe('without the suppression a correct server is accused:', () => {
  for (const suppression of suppressions) {
    test(`${suppression.id}: ${suppression.reason}`, async () => {
      const { start, request: meant } = shown[suppression.id] ?? assert.fail('no server shows it')
      await using server = await start()
      const { host } = new URL(server.url)
      const fields = meant?.fields.map(([name, value]): Field => [name, value === ownHost ? host : value])
      const request = meant && fields && { ...meant, fields }
      const subject = subjectAt(server.url, { only: suppression.only ?? 'all' })
      const others = suppressions.filter((other) => other !== suppression)
      assert.deepEqual(await accuse(subject, suppressions, request), [])
      assert.notDeepEqual(await accuse(subject, others, request), [])
    })
  }
})

describe('what a service may send and Python can’t read accuses nobody:', () => {
  for (const { id, reason } of limits)
    test(id, async () => {
      await using server = await startWith(beyondPython[id] ?? assert.fail('no server shows it'))
      const verdict = await checkAlone(subjectAt(server.url), schemathesisChecker())
      assert.deepEqual([brokenIn(verdict), verdict.checkers[0]?.failure], [[], undefined])
      assert.deepEqual(verdict.checkers[0]?.notReached, [reason])
    })
})
