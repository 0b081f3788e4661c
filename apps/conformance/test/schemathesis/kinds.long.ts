/** Every kind of failure that the installed schemathesis can report has a rule: one without ends a check with no verdict. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Answered } from '../../src/contract/given-requests.ts'
import { provideEnvironment } from '../../src/schemathesis/environment.ts'
import { rulesOfFailure } from '../../src/schemathesis/rules-of-checks.ts'
import { subjectOf } from '../subject.ts'

/** These can't occur, because of what the settings switch off, or leave switched off. */
const others: Readonly<Record<string, string>> = {
  UnexpectedGraphQLResponse: 'GraphQL',
  GraphQLClientError: 'GraphQL',
  GraphQLServerError: 'GraphQL',
  GraphQLSchemaViolation: 'GraphQL',
  UseAfterFree: 'the stateful phase',
  EnsureResourceAvailability: 'the stateful phase',
  ResponseTimeExceeded: 'a longest response time',
}

const listing = `
import json
import schemathesis.checks, schemathesis.openapi.checks, schemathesis.graphql.checks
from schemathesis.core.failures import Failure

def below(kind):
    return [name for one in kind.__subclasses__() for name in [one.__name__, *below(one)]]

print(json.dumps(below(Failure)))
`

const exchange: Answered = {
  id: 1,
  judge: 'schemathesis',
  request: { method: 'GET', target: '/plants', fields: [] },
  answer: {
    version: '1.1',
    status: 500,
    reason: '',
    fields: [],
    body: Buffer.alloc(0),
    faults: [],
  },
  startedAt: new Date(0),
  durationMs: 0,
  connection: 1,
}

test('every kind of failure has a rule', async () => {
  const python = await provideEnvironment({ signal: new AbortController().signal })
  const { stdout } = await promisify(execFile)(python, ['-c', listing])
  const kinds = JSON.parse(stdout) as readonly string[]
  assert.ok(kinds.length > 15, stdout)
  const told = { check: 'not_a_server_error', message: '', case: null }
  const subject = subjectOf('http://127.0.0.1:8080')
  for (const kind of kinds.filter((one) => others[one] === undefined))
    assert.doesNotThrow(() => rulesOfFailure({ ...told, kind }, exchange, subject), kind)
})
