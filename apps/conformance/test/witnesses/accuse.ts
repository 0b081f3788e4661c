/** What a tool says about a request and its answer, given tables of exceptions. */
import { sendOne } from '@plant-store/raw-http'
import { isAnswered } from '../../src/contract/given-requests.ts'
import type { SentRequest } from '../../src/exchange.ts'
import { callerOf } from '../../src/oracle/credential.ts'
import { askThrough, hear } from '../../src/prism/judge.ts'
import { startPrism } from '../../src/prism/server.ts'
import { ruleById } from '../../src/rules/rules.ts'
import { rulesOfFailure } from '../../src/schemathesis/rules-of-checks.ts'
import type { Subject } from '../../src/subject.ts'
import type { Exception } from '../../src/witnesses/exceptions.ts'
import { Witness } from '../../src/witnesses/witness.ts'
import { RecordingCourt } from '../recording-court.ts'

type Say = (witness: Witness, court: RecordingCourt) => void

/** The rules that are broken by each table, according to Prism, or to schemathesis if a kind of its failures is given. */
export async function accuse(
  request: SentRequest,
  subject: Subject,
  tables: readonly (readonly Exception[])[],
  failure?: string,
): Promise<readonly (readonly string[])[]> {
  const say = await (failure === undefined
    ? prismSays(request, subject)
    : schemathesisSays(request, subject, failure))
  return tables.map((table) => {
    const court = new RecordingCourt()
    say(new Witness(failure === undefined ? 'prism' : 'schemathesis', subject, table), court)
    return court.findings
      .map(({ rule }) => rule)
      .filter((rule) => subject.only === 'all' || ruleById(rule).origin === 'given')
  })
}

async function prismSays(request: SentRequest, subject: Subject): Promise<Say> {
  await using proxy = await startPrism(subject.url)
  const caller = callerOf(request, subject)
  const one = { request, ...(caller !== undefined && { caller }) }
  const sent = await askThrough(proxy.url, one, new RecordingCourt())
  return (witness, court) => sent && hear(sent, subject, witness, court)
}

async function schemathesisSays(request: SentRequest, subject: Subject, kind: string): Promise<Say> {
  const caller = callerOf(request, subject)
  const sent = await sendOne(subject.url, request)
  const exchange = { ...sent, id: 1, judge: 'other', ...(caller !== undefined && { caller }) }
  return (witness, court) => {
    if (!isAnswered(exchange)) return
    for (const rule of rulesOfFailure({ check: '', kind, message: '', case: null }, exchange, subject))
      witness.says({ kind, rule, told: '', exchange }, court)
  }
}
