/** The name of the token that was sent tells who sent the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showCaller } from '../../src/report/show-exchange.ts'
import type { Exchange, Field } from '../../src/exchange.ts'

const asking = (caller: number | undefined, ...fields: readonly Field[]): Exchange => ({
  id: 1,
  judge: 'sessions',
  connection: 1,
  ...(caller !== undefined && { caller }),
  request: { method: 'GET', target: '/plants', fields },
  answer: { noResponse: 'timeout' },
  startedAt: new Date(),
  durationMs: 1,
})

test('the token tells who sent the request', () => {
  const sent = (value: string): Field => ['Authorization', `Bearer ${value}`]
  assert.deepEqual(
    [
      asking(0, sent('$TOKEN')),
      asking(2, sent('$TOKEN_3')),
      asking(undefined, sent('$REFUSED_TOKEN')),
      asking(undefined, sent('${REFUSED_TOKEN_2}x')),
      asking(undefined, sent('nobody')),
      asking(undefined),
    ].map((exchange) => showCaller(exchange)),
    [
      'caller 1 ($TOKEN)',
      'caller 3 ($TOKEN_3)',
      'a client with a token that must be refused ($REFUSED_TOKEN)',
      'a client with a token that must be refused ($REFUSED_TOKEN_2)',
      "a client with a credential that is no caller's",
      'a client without a token',
    ],
  )
})
