/** The judge of agreement: sends the same requests to Prism's mock and the service, and compares which they accept. */
import { curlFor, sendOne } from '@plant-store/raw-http'
import { type Answered, isAnswered } from '../contract/given-requests.ts'
import { type Court, type Judge, JudgeFailure } from '../court/judge.ts'
import { sendAll } from '../court/send-all.ts'
import type { SentRequest } from '../exchange.ts'
import { startPrism } from '../prism/server.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { type Question, questions, toRequest } from './questions.ts'

/** Compares the service with Prism's mock, which others made from the contract alone. Where the mock is known to be wrong, what is due counts. */
export function agreementJudge(): Judge {
  return {
    name: 'agreement',
    judge: async (subject, court) => {
      const [caller] = subject.callers
      const asked = questions.filter(({ as }) => caller !== undefined || as === 'none' || as === 'unknown')
      const requestTo = (url: string, question: Question): SentRequest =>
        toRequest(question, new URL(url).host, caller?.token ?? '')
      const own = asked.map((question) => ({
        request: requestTo(subject.url, question),
        caller: /^bearer$/i.test(question.as) ? 0 : undefined,
      }))
      // The service first: loading the mock keeps this process busy, and the other judges are only just starting.
      const answered = await sendAll('agreement', own, subject, court)
      const made = answered.filter((exchange) => exchange !== undefined)
      if (made.length === 0) return
      if (!court.signal.aborted && !made.some((exchange) => isAnswered(exchange))) {
        throw new JudgeFailure(
          'The service gave no answer that could be compared with the mock of the contract.',
        )
      }
      await using mock = await startPrism()
      const models = await Promise.all(
        asked.map((question) => sendOne(mock.url, requestTo(mock.url, question))),
      )
      for (const [index, question] of asked.entries()) {
        const model = models[index]?.answer
        const exchange = answered[index]
        if (model === undefined || !('status' in model))
          throw new JudgeFailure("Prism's mock of the contract gave no answer.")
        if (exchange !== undefined && isAnswered(exchange))
          compare(question, model.status, exchange, subject, court)
      }
    },
  }
}

/** Compares the class of the service's status with the mock's, or with what is due where the mock deviates. */
function compare(
  question: Question,
  modelled: number,
  exchange: Answered,
  subject: Subject,
  court: Court,
): void {
  const { rule, but } = question
  const { status } = exchange.answer
  const { sentence, kind } = ruleById(rule)
  if (classOf(status) === (but?.due ?? classOf(modelled))) {
    if (kind === 'refusable') court.refused(rule, exchange)
    else court.kept(rule, exchange)
    return
  }
  const instead = but === undefined ? `the mock ${modelled}` : `${but.due}xx is due`
  const came = `The service answers ${status}, ${instead}.`
  court.broken({
    rule,
    judge: 'agreement',
    came,
    due: sentence,
    exchange,
    curl: curlFor(subject)(exchange.request),
  })
}

const classOf = (status: number): number => Math.floor(status / 100)
