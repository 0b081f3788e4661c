/** Every example in openapi.yaml is one that the service could have sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { operations } from '@plant-store/contracts/schemas'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { document, type Json, membersOf, resolved, valueAt } from './json.ts'

interface Example {
  readonly name: string
  readonly schema: TSchema
  readonly value: unknown
}

/** The examples of bodies in the document, each with the schema that the code has for it. */
const bodyExamplesIn = (tree: Json): Example[] =>
  Object.values(operations).flatMap(({ path, method, responses }) =>
    Object.entries(responses).flatMap(([status, schema]) => {
      const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json']
      const examples = membersOf(valueAt(resolved(tree), ...steps, 'examples'))
      return Object.entries(examples).map(([name, example]) => ({
        name: `${status} ${name}`,
        schema,
        value: membersOf(example)['value'],
      }))
    }),
  )

/** The examples of headers in the code. The test of parity ensures that the document has the same ones. */
const headerExamples = Object.values(operations).flatMap(({ responseHeaders }) =>
  Object.values(responseHeaders).flatMap(({ properties }) =>
    Object.entries<TSchema>(properties).flatMap(([name, schema]) => {
      const values: unknown[] = Array.isArray(schema['examples']) ? schema['examples'] : []
      return values.map((value): Example => ({ name, schema, value }))
    }),
  ),
)

/** Whether the example is right by its schema, and has no member that the schema doesn't name. */
const isRight = ({ schema, value }: Example): boolean =>
  Value.Check(schema, value) && isDeepStrictEqual(Value.Clean(schema, structuredClone(value)), value)

const bodyExamples = bodyExamplesIn(document)
test(`each of the ${bodyExamples.length} bodies and ${headerExamples.length} headers in examples is right`, () => {
  const wrong = [...bodyExamples, ...headerExamples].filter((example) => !isRight(example))
  assert.deepEqual(wrong, [])
})

test('every declared status has an example; 200, 400 and 401 have one for each case', () => {
  const perStatus = Object.groupBy(bodyExamples, ({ name }) => name.slice(0, 3))
  assert.deepEqual(
    Object.entries(perStatus).map(([status, examples]) => [status, examples?.length]),
    [
      ['200', 3],
      ['400', 3],
      ['401', 2],
      ['500', 1],
      ['503', 1],
    ],
  )
})
