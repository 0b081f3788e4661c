/** Of two values that bring content one takes the place of the other, with what frames it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import type { SentRequest } from '../../src/exchange.ts'
import { valuesOf } from '../../src/http/fields.ts'
import { dimensionsOf, type Values, wanted } from '../../src/sessions/dimensions.ts'
import { runnerAt } from './runner-at.ts'

const { runner } = runnerAt('http://127.0.0.1:1', { callers: [{ token: 'ana-ana-ana' }] })
const place = { runner, operation: operations.listPlants }
const dimensions = dimensionsOf(place)

it('whatever stands beside it, content comes in chunks if and only if it says so', () => {
  const [tokens, contents] = ['misplaced token', 'content'].map((wantedName) =>
    dimensions.find(({ name }) => name === wantedName),
  )
  assert.ok(tokens !== undefined && contents !== undefined)
  const requestOf = (values: Values): SentRequest => wanted(place, dimensions, values).request
  const chunked = tokens.values.filter(
    (value) => valuesOf(requestOf(new Map([[tokens, value]])), 'transfer-encoding').length > 0,
  )
  assert.ok(chunked.length > 0)
  for (const token of chunked) {
    for (const content of contents.values) {
      const request = requestOf(
        new Map([
          [tokens, token],
          [contents, content],
        ]),
      )
      const codings = valuesOf(request, 'transfer-encoding')
      assert.ok(codings.length <= 1, JSON.stringify(request))
      if (codings.length === 1) assert.match(request.body ?? '', /(?:^|\r\n)0+(?:;.*)?\r\n(?:.+\r\n)*\r\n$/)
    }
  }
})
