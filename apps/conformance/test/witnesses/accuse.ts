/** What a tool says about an exchange, given a table of exceptions. */
import assert from 'node:assert/strict'
import { isAnswered } from '../../src/contract/given-requests.ts'
import type { Exchange } from '../../src/exchange.ts'
import { Examiner } from '../../src/prism/examiner.ts'
import { ruleById } from '../../src/rules/rules.ts'
import { rulesOfFailure } from '../../src/schemathesis/rules-of-checks.ts'
import type { Subject } from '../../src/subject.ts'
import type { Exception } from '../../src/witnesses/exceptions.ts'
import { Witness } from '../../src/witnesses/witness.ts'
import { RecordingCourt } from '../recording-court.ts'

/** The rules that the exchange breaks according to Prism, or to schemathesis if a kind of its failures is given. */
export async function accuse(
  exchange: Exchange,
  subject: Subject,
  table: readonly Exception[],
  failure?: string,
): Promise<readonly string[]> {
  const court = new RecordingCourt()
  assert.ok(isAnswered(exchange))
  if (failure === undefined) {
    const examiner = new Examiner(subject, table)
    examiner.examine(exchange, court)
    await examiner.settled()
  } else {
    const witness = new Witness('schemathesis', subject, table)
    const told = { check: '', kind: failure, message: '', case: null }
    for (const rule of rulesOfFailure(told, exchange, subject))
      witness.says({ kind: failure, rule, told: '', exchange }, court)
  }
  return court.findings
    .map(({ rule }) => rule)
    .filter((rule) => subject.only === 'all' || ruleById(rule).origin === 'given')
}
