/** What is wrong with the very first answers of a service, which no judge gets to see. */
import type { Field } from '../exchange.ts'
import { type Greeting, greetingTarget } from './greet.ts'
import type { Finding } from './judge.ts'
import { quoteApart } from '../oracle/examination.ts'
import { curlFor } from '../http/curl.ts'
import { firstCallers, type Subject } from '../subject.ts'

/** Holds the first greeting against one right behind it. */
export function findFirstFaults(subject: Subject, first: Greeting, again: Greeting): readonly Finding[] {
  // Behind the first callers, nobody asks.
  const asking = firstCallers(subject)
  const curl = (index: number): string => curlOf(subject, asking[index]?.token)
  const failed: readonly Finding[] =
    first.failed === undefined
      ? []
      : [
          {
            rule: 'answers-right-requests',
            judge: 'greeting',
            came: `The first requests of all were answered with ${first.failed}.`,
            due: 'The list to a right request, or its refusal.',
            curl: curl(0),
          },
        ]
  const changed = first.answers.flatMap((answer, index): Finding[] => {
    const later = again.answers[index]
    // While it starts it may say so.
    const isStarting = answer === '503'
    if (answer === undefined || later === undefined || answer === later || isStarting) return []
    const [came, due] = quoteApart(answer, later)
    return [
      {
        rule: 'equal-requests-equal-answers',
        judge: 'greeting',
        came: `To the very first request: ${came}`,
        due: `What comes to the same one later: ${due}`,
        curl: curl(index),
      },
    ]
  })
  return [...failed, ...changed]
}

function curlOf(subject: Subject, token: string | undefined): string {
  const fields: readonly Field[] = token === undefined ? [] : [['Authorization', `Bearer ${token}`]]
  return curlFor(subject)({ method: 'GET', target: greetingTarget, fields })
}
