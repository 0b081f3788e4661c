/** The judge Prism: holds its own exchanges, and those of all others, against the contract, by other code than theirs. */
import pLimit from 'p-limit'
import { isAnswered } from '../contract/given-requests.ts'
import { type Judge, JudgeFailure } from '../court/judge.ts'
import type { Field, SentRequest } from '../exchange.ts'
import { sendOne } from '../http/send-one.ts'
import { firstCallers, type Subject } from '../subject.ts'
import { Examiner } from './examiner.ts'

/** So many requests at a time: who answers one after the other is not to be overrun. */
const width = 4

/** A judge that observes what the others do; its own requests see to it that there is something to see. */
export function prismJudge(): Judge {
  // One check may run beside another: each has a signal of its own.
  const examiners = new WeakMap<AbortSignal, Examiner>()
  return {
    name: 'prism',
    judge: async (subject, court) => {
      const examiner = new Examiner(subject)
      examiners.set(court.signal, examiner)
      const limit = pLimit(width)
      const own = ownRequests(subject)
      const asked = await Promise.all(
        own.map(({ request, caller }) =>
          limit(async () => {
            if (court.timeUp.aborted) return undefined
            const sent = await sendOne(subject.url, request)
            return court.record({ ...sent, judge: 'prism', ...(caller !== undefined && { caller }) })
          }),
        ),
      )
      const made = asked.filter((exchange) => exchange !== undefined)
      if (made.length < own.length) {
        court.notReached(
          `Not sent when the time was up: ${own.length - made.length} of ${own.length} requests.`,
        )
      }
      if (!court.signal.aborted && made.length > 0 && !made.some((exchange) => isAnswered(exchange))) {
        throw new JudgeFailure('Prism got no answer from the service: start it, or correct the address.')
      }
      for (const exchange of made) examiner.examine(exchange, court)
      await examiner.settled()
    },
    observe: (exchange, court) => examiners.get(court.signal)?.examine(exchange, court),
    settle: (court) => examiners.get(court.signal)?.settled(),
  }
}

interface Own {
  readonly request: SentRequest
  readonly caller?: number
}

/** Every declared status that can be asked for. */
function ownRequests(subject: Subject): readonly Own[] {
  const fields: readonly Field[] = [
    ['Host', new URL(subject.url).host],
    ['Accept', 'application/json'],
  ]
  const get = (target: string, token?: string): SentRequest => ({
    method: 'GET',
    target,
    fields: token === undefined ? fields : [...fields, ['Authorization', `Bearer ${token}`]],
  })
  return [
    { request: get('/plants') },
    { request: get('/plants', 'prism-has-no-such-token') },
    ...firstCallers(subject).flatMap(({ token }, caller) =>
      ['/plants', '/plants?limit=1', '/plants?limit=-1'].map((target) => ({
        request: get(target, token),
        caller,
      })),
    ),
  ]
}
