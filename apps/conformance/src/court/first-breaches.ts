/** Breaches that only the very first answers of a service show: no judge starts early enough to see them. */
import { tokenName } from '@plant-store/raw-http'
import { firstCallers, type Subject } from '../subject.ts'
import type { Finding } from './judge.ts'
import { isStarting, type Preflight, target } from './preflight.ts'
import { quoteApart } from '../quote.ts'

/** `again` was made right after `first`. */
export function findFirstBreaches(subject: Subject, first: Preflight, again: Preflight): readonly Finding[] {
  const breach = (rule: string, came: string, due: string, index = 0): Finding => ({
    rule,
    judge: 'preflight',
    came,
    due,
    curl: curlOf(subject, index),
  })
  const found: Finding[] = []
  if (first.failed !== undefined) {
    const came = `The very first requests were answered with ${first.failed}.`
    found.push(breach('answers-right-requests', came, 'The list, or a refusal of the request.'))
  }
  if (subject.only === 'given') return found
  if (first.isUntold) {
    const came = 'The very first requests were answered with 503, without Retry-After.'
    found.push(breach('retry-after-503', came, 'Retry-After with every 503.'))
  }
  for (const [index, later] of again.answers.entries()) {
    const firstOnes = [first.answers[index], first.twins[index]].filter((one) => !isStarting(Number(one)))
    const answer = firstOnes.find((one) => one !== undefined && one !== later)
    if (answer === undefined || later === undefined) continue
    const [one, other] = quoteApart(answer, later)
    const came = `The very first request got ${one}.`
    found.push(breach('equal-requests-equal-answers', came, `The same request got ${other} later.`, index))
  }
  return found
}

function curlOf(subject: Subject, index: number): string {
  const field =
    index < firstCallers(subject).length ? `-H "Authorization: Bearer $${tokenName('TOKEN', index)}" ` : ''
  return `curl -si ${field}'${subject.url}${target}'`
}
