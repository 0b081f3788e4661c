/** The summary of a job: short, and nothing that a service answers is markup in it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { markdownSummary } from '../../src/report/markdown-summary.ts'
import { breaking, conforming, unjudged } from './sample-verdict.ts'

describe('summary.md', () => {
  test('begins with the verdict', () => {
    assert.match(markdownSummary(conforming), /^## ✅ Keeps the contract\n\nThe service keeps the contract/)
    assert.match(markdownSummary(breaking), /^## ❌ Breaks the contract\n/)
    assert.match(markdownSummary(unjudged), /^## ⚠️ Nothing may be concluded\n/)
  })
  test('names for each failure the rule, its line, what came, what was due, and the line that repeats it', () => {
    const text = markdownSummary(breaking)
    const line = breaking.evidence.find(({ rule }) => rule.id === 'limit-caps-the-list')?.line ?? 0
    for (const part of [
      '### With limit=n at most n plants come back.',
      `\`limit-caps-the-list\` (contracts/openapi.yaml:${line})`,
      'Got: 3 plants came back',
      'Due: at most 2 plants',
      '```sh\ncurl -si -H "Authorization: Bearer $TOKEN"',
    ]) {
      assert.ok(text.includes(part), part)
    }
  })
  test('has no part of an answer as markup', () => {
    const came =
      markdownSummary(breaking)
        .split('\n')
        .find((one) => one.includes('img')) ?? ''
    assert.ok(!/<img|<\/script/.test(came), came)
    assert.match(came, /\\\|/)
    assert.match(came, /\\`\\`\\`/)
    assert.match(came, /\\\\u\\\{1b\\\}/)
  })
  test('fences a line that has fences in it', () => {
    const [finding] = breaking.failures[0]?.findings ?? []
    assert.ok(finding)
    const findings = [{ ...finding, curl: 'curl "```"' }]
    const text = markdownSummary({ ...breaking, failures: [{ headline: 'X.', rules: [], findings }] })
    assert.ok(text.includes('````sh\ncurl "```"\n````'), text)
  })
  test('stays short, however much is broken', () => {
    const failures = Array.from({ length: 500 }, () => breaking.failures).flat()
    const text = markdownSummary({ ...breaking, failures })
    assert.ok(text.length < 100_000)
    assert.match(text, /… and 1480 more\./)
  })
})
