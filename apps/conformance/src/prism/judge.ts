/** The judge Prism: checks its own and all other judges' exchanges against the contract, with independent code. */
import { requestWriter } from '@plant-store/raw-http'
import { isAnswered } from '../contract/given-requests.ts'
import { plainTargets, smallTargets, wrongTargets } from '../contract/targets.ts'
import { type Judge, JudgeFailure } from '../court/judge.ts'
import type { SentRequest } from '../exchange.ts'
import { type Own, sendAll } from '../court/send-all.ts'
import { firstCallers, type Subject } from '../subject.ts'
import { Examiner } from './examiner.ts'

/** A judge that observes what the others do; its own requests ensure that there is something to observe. */
export function prismJudge(): Judge {
  // Several checks may run at the same time: each has its own signal.
  const examiners = new WeakMap<AbortSignal, Examiner>()
  return {
    name: 'prism',
    judge: async (subject, court) => {
      const examiner = new Examiner(subject)
      examiners.set(court.signal, examiner)
      const sent = await sendAll('prism', ownRequests(subject), subject, court)
      const made = sent.filter((exchange) => exchange !== undefined)
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

/** Requests for every declared status that a client can provoke. */
function ownRequests(subject: Subject): readonly Own[] {
  const write = requestWriter(new URL(subject.url).host)
  const get = (target: string, token?: string): SentRequest =>
    write('GET', target, { token, fields: [['Accept', 'application/json']] })
  return [
    ...plainTargets.flatMap((target) => [
      { request: get(target) },
      { request: get(target, 'prism-has-no-such-token') },
    ]),
    ...firstCallers(subject).flatMap(({ token }, caller) =>
      [...plainTargets, ...smallTargets, ...wrongTargets].map((target) => ({
        request: get(target, token),
        caller,
      })),
    ),
  ]
}
