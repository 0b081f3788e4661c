/** report.json is what its schema says. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { Ajv } from 'ajv'
import { jsonReport } from '../../src/report/json-report.ts'
import { Report } from '../../src/report/report-schema.ts'
import { breaking, conforming, unjudged } from './sample-verdict.ts'

describe('report.json', () => {
  for (const [name, verdict] of Object.entries({ conforming, breaking, unjudged })) {
    test(`of a service that is ${name} is what its schema says, as two validators find`, () => {
      const report: unknown = JSON.parse(jsonReport(verdict))
      assert.deepEqual([...Value.Errors(Report, report)], [])
      const ajv = new Ajv({ strict: true, allErrors: true, strictTuples: false })
      assert.equal(ajv.validate(Report, report), true, ajv.errorsText())
    })
  }

  const { failures } = Value.Parse(Report, JSON.parse(jsonReport(breaking)))
  const found = (rule: string) =>
    failures.flatMap(({ findings }) => findings).find((one) => one.rule === rule) ?? assert.fail(rule)
  const bodyOf = ({ exchange }: ReturnType<typeof found>) => {
    assert.ok(exchange !== undefined && 'body' in exchange.answer)
    return exchange.answer.body
  }

  test('names for each finding the line, what came, what was due, and how to repeat it', () => {
    const one = found('limit-caps-the-list')
    assert.equal(one.line, breaking.evidence.find(({ rule }) => rule.id === one.rule)?.line)
    assert.match(one.curl, /^curl -si .*limit=2'$/)
    assert.equal(bodyOf(one).encoding, 'utf-8')
  })

  test('keeps bodies that are not text in base64', () => {
    assert.deepEqual(bodyOf(found('limit-without-leading-zero')), { text: 'W//+AF0=', encoding: 'base64' })
  })
})
