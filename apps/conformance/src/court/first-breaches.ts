/** Breaches that only the very first answers of a service show: no judge starts early enough to see them. */
import { firstCallers, type Subject } from '../subject.ts'
import type { Finding } from './judge.ts'
import { type Preflight, target } from './preflight.ts'
import { quoteApart } from './quote.ts'

/** `again` was made right after `first`. */
export function findFirstBreaches(subject: Subject, first: Preflight, again: Preflight): readonly Finding[] {
  const failed: readonly Finding[] =
    first.failed === undefined
      ? []
      : [
          {
            rule: 'answers-right-requests',
            judge: 'preflight',
            came: `The very first requests were answered with ${first.failed}.`,
            due: 'The list, or a refusal of the request.',
            curl: curlOf(subject, 0),
          },
        ]
  const untold: readonly Finding[] =
    first.isUntold && subject.only === 'all'
      ? [
          {
            rule: 'retry-after-503',
            judge: 'preflight',
            came: 'The very first requests were answered with 503, without Retry-After.',
            due: 'Retry-After with every 503.',
            curl: curlOf(subject, 0),
          },
        ]
      : []
  const changed = (subject.only === 'all' ? again.answers : []).flatMap((later, index): Finding[] => {
    // A service may answer 503 while it starts.
    const firstOnes = [first.answers[index], first.twins[index]].filter((one) => one !== '503')
    const answer = firstOnes.find((one) => one !== undefined && one !== later)
    if (answer === undefined || later === undefined) return []
    const [came, due] = quoteApart(answer, later)
    return [
      {
        rule: 'equal-requests-equal-answers',
        judge: 'preflight',
        came: `The very first request got ${came}.`,
        due: `The same request got ${due} later.`,
        curl: curlOf(subject, index),
      },
    ]
  })
  return [...failed, ...untold, ...changed]
}

function curlOf(subject: Subject, index: number): string {
  const name = index === 0 ? '$TOKEN' : `$TOKEN_${index + 1}`
  const field = index < firstCallers(subject).length ? `-H "Authorization: Bearer ${name}" ` : ''
  return `curl -si ${field}'${subject.url}${target}'`
}
