/** report.json is what its schema says, and the schema in the package is the one that was checked. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { Ajv } from 'ajv'
import { jsonReport } from '../../src/report/json-report.ts'
import { Report } from '../../src/report/report-schema.ts'
import { breaking, conforming, unjudged } from './sample-verdict.ts'

const schemaFile = new URL('../../report.schema.json', import.meta.url)

const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...Report }

describe('report.json', () => {
  for (const [name, verdict] of Object.entries({ conforming, breaking, unjudged })) {
    test(`of a service that is ${name} is what its schema says, as two validators find`, () => {
      const report: unknown = JSON.parse(jsonReport(verdict))
      assert.deepEqual([...Value.Errors(Report, report)], [])
      const ajv = new Ajv({ strict: true, allErrors: true, strictTuples: false })
      assert.equal(ajv.validate(schema, report), true, ajv.errorsText())
    })
  }

  test('names for each finding the line, what came, what was due, and how to repeat it', () => {
    const report = Value.Parse(Report, JSON.parse(jsonReport(breaking)))
    const found = report.failures
      .flatMap(({ findings }) => findings)
      .find(({ rule }) => rule === 'limit-caps-the-list')
    assert.equal(found?.line, breaking.evidence.find(({ rule }) => rule.id === 'limit-caps-the-list')?.line)
    assert.match(found?.curl ?? '', /^curl -si .*limit=2'$/)
    assert.ok(found?.exchange !== undefined && 'body' in found.exchange.answer)
    assert.equal(found.exchange.answer.body.encoding, 'utf-8')
  })

  test('keeps bodies that are not text in base64', () => {
    const report = Value.Parse(Report, JSON.parse(jsonReport(breaking)))
    const found = report.failures
      .flatMap(({ findings }) => findings)
      .find(({ rule }) => rule === 'limit-without-leading-zero')
    assert.ok(found?.exchange !== undefined && 'body' in found.exchange.answer)
    assert.deepEqual(found.exchange.answer.body, { text: 'W//+AF0=', encoding: 'base64' })
  })
})

test('report.schema.json in the package is this schema (UPDATE_DOCS=1 and oxfmt write it)', async () => {
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(schemaFile, JSON.stringify(schema, undefined, 2))
  assert.deepEqual(JSON.parse(await readFile(schemaFile, 'utf8')), JSON.parse(JSON.stringify(schema)))
})
