/** Prism's validators and the answers in contracts/vectors: what they report about each is what its row says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import type { AnswerFault } from '../../src/contract/answer-fault.ts'
import { faultsOfAnswer } from '../../src/prism/validate.ts'
import { answerOf } from '../answer-of.ts'

interface Row {
  readonly says: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly wrong?: string
  readonly at?: string
  readonly keyword?: string
}
const file = new URL('../../../../contracts/vectors/responses.yaml', import.meta.url)
const { answers } = parse(readFileSync(file, 'utf8')) as { readonly answers: readonly Row[] }

/** The fault in a row's own words. */
function describeFault(fault: AnswerFault | { readonly part: 'status' }): string {
  if (fault.part === 'header') return fault.name.toLowerCase()
  if (fault.part === 'body') return `body ${fault.place.map((step) => `/${step}`).join('')} ${fault.keyword}`
  return { 'content-type': 'type', json: 'body  json', status: 'status' }[fault.part]
}

for (const { says, status, headers, body, wrong, at, keyword } of answers) {
  // A refusal with an undeclared status may come from whatever fronts the service: it need only look like the others.
  if (wrong === 'status' && status >= 400) continue
  test(`${status}, ${says}: ${wrong ?? 'right'}`, async () => {
    const answer = answerOf(status, body, Object.entries(headers))
    const faults = await faultsOfAnswer({ path: '/plants', method: 'GET', answer })
    const found = faults.map(({ fault }) => describeFault(fault))
    const due = wrong === 'body' ? `body ${at} ${keyword}` : wrong?.toLowerCase()
    assert.deepEqual(new Set(found), new Set(due === undefined ? [] : [due]))
  })
}
