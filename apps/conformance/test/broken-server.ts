/** Servers that break the contract in the ways a test asks for, made from the same reference as the mutants. */
import { check } from '../src/run/check.ts'
import type { Exchange } from '../src/exchange.ts'
import type { Judge } from '../src/run/judge.ts'
import { type Reply, withField } from '../mutants/server/ask.ts'
import type { Steps } from '../mutants/server/reference.ts'
import type { Running } from '../mutants/server/serve.ts'
import { startMutant } from '../mutants/server/serve.ts'
import { fixedWorld, toWorldFile } from '../mutants/server/world.ts'
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
  return subjectOf(url, { ...toWorldFile(fixedWorld), ...more })
}

/** The verdict of this judge alone, whatever it shows, with all the time it needs. */
export const judgeAlone = (subject: Subject, judge: Judge): Promise<Verdict> =>
  check(
    { timeMs: unhurriedMs, atLeast: 0, ...subject },
    { judges: [judge], signal: new AbortController().signal },
  )

/** The same, with all that the judge asked for. */
export async function judgeAndRecord(
  subject: Subject,
  judge: Judge,
): Promise<Verdict & { readonly exchanges: readonly Exchange[] }> {
  const exchanges: Exchange[] = []
  const recording: Judge = {
    ...judge,
    judge: (own, court) =>
      judge.judge(own, {
        ...court,
        record: (made) => {
          const recorded = court.record(made)
          exchanges.push(recorded)
          return recorded
        },
      }),
  }
  return { ...(await judgeAlone(subject, recording)), exchanges }
}

/** The rules that were found broken, in the order of the table. */
export const brokenIn = (verdict: Verdict): readonly string[] =>
  verdict.evidence.filter(({ findings }) => findings.length > 0).map(({ rule }) => rule.id)

/** The rules of which nothing was seen; a rule that forbids is seen if a request of ours broke it and was refused. */
export const unseenIn = (verdict: Verdict): readonly string[] =>
  verdict.evidence
    .filter(({ kept, refused, broken }) => (refused ?? kept) + broken === 0)
    .map(({ rule }) => rule.id)
