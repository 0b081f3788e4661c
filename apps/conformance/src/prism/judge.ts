/** The judge Prism: holds its own exchanges, and those of all others, against the contract, by other code than theirs. */
import type { Exchange, Field, SentRequest } from '../exchange.ts'
import { type Court, type Judge, JudgeFailure } from '../court/judge.ts'
import { limitTo } from '../http/limit.ts'
import { sendOne } from '../http/send-one.ts'
import { firstCallers, type Subject } from '../subject.ts'
import { isAnswered } from '../contract/weigh-status.ts'
import { Examiner } from './examiner.ts'
import { loadValidators } from './load-prism.ts'

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
      // Before the validators: to load them keeps this process busy, and others are only just starting their work.
      const limited = limitTo(width)
      const made = await Promise.all(
        ownRequests(subject).map((own) => limited(() => ask(own, subject, court))),
      )
      examiner.begin(await loadValidators())
      judgeOwn(made, examiner, court)
    },
    observe: (exchange, court) => examiners.get(court.signal)?.examine(exchange, court),
  }
}

function judgeOwn(exchanges: readonly Exchange[], examiner: Examiner, court: Court): void {
  if (!court.signal.aborted && exchanges.every((exchange) => !isAnswered(exchange))) {
    throw new JudgeFailure('Prism got no answer from the service: start it, or mend the address.')
  }
  for (const exchange of exchanges) examiner.examine(exchange, court, { isPlain: true })
}

interface Own {
  readonly request: SentRequest
  readonly caller?: number
}

/** Every declared status that can be asked for. */
function ownRequests(subject: Subject): readonly Own[] {
  const { host } = new URL(subject.url)
  const get = (target: string, token?: string): SentRequest => {
    const fields: readonly Field[] = [
      ['Host', host],
      ['Accept', 'application/json'],
    ]
    return {
      method: 'GET',
      target,
      fields: token === undefined ? fields : [...fields, ['Authorization', `Bearer ${token}`]],
    }
  }
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

async function ask({ request, caller }: Own, { url }: Subject, court: Court): Promise<Exchange> {
  const sent = await sendOne(url, request)
  return court.record({ ...sent, judge: 'prism', ...(caller !== undefined && { caller }) })
}
