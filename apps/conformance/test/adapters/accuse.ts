/** What a tool objects to in a server's answers, given a table of suppressions. */
import type { SentRequest } from '../../src/exchange.ts'
import { callerOf } from '../../src/oracle/credential.ts'
import { askThrough, hear } from '../../src/adapters/prism/checker.ts'
import { startPrism } from '../../src/adapters/prism/server.ts'
import { ruleById } from '../../src/rules/rules.ts'
import { schemathesisChecker } from '../../src/adapters/schemathesis/checker.ts'
import type { Subject } from '../../src/subject.ts'
import type { Suppression } from '../../src/adapters/suppressions.ts'
import { ToolReporter } from '../../src/adapters/tool-reporter.ts'
import { RecordingCollector } from '../recording-collector.ts'

/** The rules that are broken according to Prism, which sees this request; or according to schemathesis, without one. */
export async function accuse(
  subject: Subject,
  suppressions: readonly Suppression[],
  request?: SentRequest,
): Promise<readonly string[]> {
  const collector = new RecordingCollector()
  if (request === undefined) await schemathesisChecker(undefined, suppressions).check(subject, collector)
  else await askPrism(subject, suppressions, request, collector)
  return collector.findings
    .map(({ rule }) => rule)
    .filter((rule) => subject.only === 'all' || ruleById(rule).origin === 'given')
}

async function askPrism(
  subject: Subject,
  suppressions: readonly Suppression[],
  request: SentRequest,
  collector: RecordingCollector,
): Promise<void> {
  await using proxy = await startPrism(subject.url)
  const caller = callerOf(request, subject)
  const sent = await askThrough(proxy.url, { request, ...(caller !== undefined && { caller }) }, collector)
  if (sent !== undefined) hear(sent, subject, new ToolReporter('prism', subject, suppressions), collector)
}
