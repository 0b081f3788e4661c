/** No exception in the table is superfluous: without it, a tool would accuse a correct server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { exceptions } from '../../src/witnesses/exceptions.ts'
import { subjectAt } from '../broken-server.ts'
import { accuse } from './accuse.ts'
import { ownHost, shown } from './servers.ts'

describe('without the exception a correct server is accused:', () => {
  for (const exception of exceptions) {
    test(`${exception.id}: ${exception.reason}`, async () => {
      const all = [shown[exception.id] ?? assert.fail('no server shows it')].flat()
      for (const { start, request: meant, failure } of all) {
        await using server = await start()
        const { host } = new URL(server.url)
        const fields = meant.fields.map(([name, value]): Field => [name, value === ownHost ? host : value])
        const request = { ...meant, fields }
        const subject = subjectAt(server.url, { only: exception.only ?? 'all' })
        const others = exceptions.filter((other) => other !== exception)
        const [withAll = [], without = []] = await accuse(request, subject, [exceptions, others], failure)
        assert.deepEqual(withAll, [])
        assert.notDeepEqual(without, [])
      }
    })
  }
})
