/** Values are checked by the schemas of a document, each fault with its place in it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { type Direction, problemOf, validatorFor } from '../../src/document/schemas.ts'
import { documentOf, loadFiles } from './written.ts'

interface Case {
  readonly schema: unknown
  readonly others?: object
  readonly right?: readonly unknown[]
  readonly wrong?: readonly (readonly [value: unknown, ...faults: string[]])[]
  readonly direction?: Direction
}

const cases = parse(readFileSync(new URL('schemas.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, Case>>>
>

for (const [version, table] of Object.entries(cases)) {
  describe(`schemas of ${version}`, () => {
    for (const [name, { schema, others, right = [], wrong = [], direction }] of Object.entries(table)) {
      it(name, async (test) => {
        const contract = await loadFiles(test, {
          'a.json': documentOf(version, { components: { schemas: { S: schema, ...others } } }),
        })
        const pointer = '/components/schemas/S'
        assert.equal(problemOf(contract, pointer, direction), undefined)
        const validate = validatorFor(contract, pointer, direction)
        for (const value of right) assert.deepEqual(validate(value), [])
        for (const [value, ...faults] of wrong) {
          const found = validate(value).map(
            (fault) => `${fault.pointer} at ${JSON.stringify(fault.place)}: ${fault.due}`,
          )
          assert.equal(found.length, faults.length, found.join('\n'))
          for (const [at, fault] of faults.entries()) assert.ok(found[at]?.includes(fault), found.join('\n'))
        }
      })
    }
  })
}

it('a schema that is none is said to be so, and finds nothing', async (test) => {
  const schemas = {
    Type: { type: 'file' },
    Pattern: { pattern: '(?i)a(' },
    Within: { items: { $ref: '#/components/schemas/Type' } },
  }
  const contract = await loadFiles(test, { 'a.json': documentOf('3.1.0', { components: { schemas } }) })
  for (const name of Object.keys(schemas)) {
    const pointer = `/components/schemas/${name}`
    assert.match(
      problemOf(contract, pointer) ?? '',
      new RegExp(`^The schema at ${pointer} can't be used: .+\\.$`),
    )
    assert.deepEqual(validatorFor(contract, pointer)(1), [])
  }
  assert.deepEqual(validatorFor(contract, '/components/schemas/Nothing')(1), [])
})
