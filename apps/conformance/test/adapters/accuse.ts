/** What a tool objects to in a server's answers, given a table of exceptions. */
import type { SentRequest } from '../../src/exchange.ts'
import { callerOf } from '../../src/oracle/credential.ts'
import { askThrough, hear } from '../../src/adapters/prism/checker.ts'
import { startPrism } from '../../src/adapters/prism/server.ts'
import { ruleById } from '../../src/rules/rules.ts'
import { schemathesisChecker } from '../../src/adapters/schemathesis/checker.ts'
import type { Subject } from '../../src/subject.ts'
import type { Exception } from '../../src/adapters/suppressions.ts'
import { Witness } from '../../src/adapters/witness.ts'
import { RecordingCourt } from '../recording-court.ts'

/** The rules that are broken according to Prism, which sees this request; or according to schemathesis, without one. */
export async function accuse(
  subject: Subject,
  exceptions: readonly Exception[],
  request?: SentRequest,
): Promise<readonly string[]> {
  const court = new RecordingCourt()
  if (request === undefined) await schemathesisChecker(undefined, exceptions).checker(subject, court)
  else await askPrism(subject, exceptions, request, court)
  return court.findings
    .map(({ rule }) => rule)
    .filter((rule) => subject.only === 'all' || ruleById(rule).origin === 'given')
}

async function askPrism(
  subject: Subject,
  exceptions: readonly Exception[],
  request: SentRequest,
  court: RecordingCourt,
): Promise<void> {
  await using proxy = await startPrism(subject.url)
  const caller = callerOf(request, subject)
  const sent = await askThrough(proxy.url, { request, ...(caller !== undefined && { caller }) }, court)
  if (sent !== undefined) hear(sent, subject, new Witness('prism', subject, exceptions), court)
}
