/** Servers that break the contract in the ways a test asks for, made from the same reference as the mutants. */
import { checkOwn } from '../plant-store/check.ts'
import type { Exchange } from '../src/exchange.ts'
import type { Checker } from '../src/run/checker.ts'
import { type Reply, withField } from '../mutants/server/ask.ts'
import type { Steps } from '../mutants/server/reference.ts'
import type { Running } from '../mutants/server/serve.ts'
import { startMutant } from '../mutants/server/serve.ts'
import { fixedWorld, tell } from '../mutants/server/world.ts'
import type { Subject } from '../src/subject.ts'
import type { Verdict } from '../src/run/verdict.ts'
import { subjectOf, unhurriedMs } from './subject.ts'

/** The reference with some steps replaced. */
export const startWith = (steps: Partial<Steps>): Promise<Running> =>
  startMutant({ change: () => steps, world: fixedWorld })

/** The reply with these fields, each in place of the one of that name. An empty value removes a field. */
export const withFields = (reply: Reply, ...fields: Reply['fields']): Reply =>
  fields.reduce((changed, [name, value]) => withField(changed, name, value === '' ? undefined : value), reply)

/** What the harness is told about such a server. */
export function subjectAt(url: string, more: Partial<Subject> = {}): Subject {
  return subjectOf(url, { ...tell(fixedWorld, 'world'), ...more })
}

/** The verdict of this checker alone, whatever it shows, with all the time it needs. */
export const checkAlone = (subject: Subject, checker: Checker): Promise<Verdict> =>
  checkOwn(
    { timeMs: unhurriedMs, atLeast: 0, ...subject },
    { checkers: [checker], signal: new AbortController().signal },
  )

/** The same, with all that the checker asked for. */
export async function checkerAndRecord(
  subject: Subject,
  checker: Checker,
): Promise<Verdict & { readonly exchanges: readonly Exchange[] }> {
  const exchanges: Exchange[] = []
  const recording: Checker = {
    ...checker,
    check: (own, collector) =>
      checker.check(own, {
        ...collector,
        record: (made) => {
          const recorded = collector.record(made)
          exchanges.push(recorded)
          return recorded
        },
      }),
  }
  return { ...(await checkAlone(subject, recording)), exchanges }
}

/** The rules that were found broken, in the order of the table. */
export const brokenIn = (verdict: Verdict): readonly string[] =>
  verdict.evidence.filter(({ findings }) => findings.length > 0).map(({ rule }) => rule.id)

/** The rules of which nothing was seen; a rule that forbids is seen if a request of ours broke it and was refused. */
export const unseenIn = (verdict: Verdict): readonly string[] =>
  verdict.evidence.filter(({ state }) => state === 'not seen').map(({ rule }) => rule.id)
