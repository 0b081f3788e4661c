/** The catalogue has no faulty server for each value: that each is sent is seen here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SentRequest } from '../../src/exchange.ts'
import { sortedValues } from '../../plant-store/dimensions/dimensions.ts'
import { runStage, tryRunner } from './trial.ts'

test('every value of every dimension is sent, but for those with a token, and long ones, which are not recorded as they are', async () => {
  await tryRunner(
    () => ({}),
    async (asked, collector) => {
      await runStage('every value', asked)
      const { dimensions: all, toWanted } = sortedValues(asked)
      const toText = ({ method, target, bytes, fields }: SentRequest): string =>
        JSON.stringify([method, target, bytes, fields.filter(([name]) => !/^authorization$/i.test(name))])
      const wantedTexts = all
        .flatMap((dimension) => dimension.values.map((value) => new Map([[dimension, value]])))
        .map((values) => toText(toWanted(values).request))
        .filter((text) => text.length < 1000 && !/\p{Co}/u.test(text))
      const sent = new Set(collector.exchanges.map(({ request }) => toText(request)))
      assert.ok(wantedTexts.length > 1400, String(wantedTexts.length))
      assert.deepEqual(
        wantedTexts.filter((text) => !sent.has(text)),
        [],
      )
    },
  )
})
