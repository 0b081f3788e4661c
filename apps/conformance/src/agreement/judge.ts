/** The judge of agreement: asks Prism's mock and the service the same, and compares the answers. */
import { ruleOfFault } from '../contract/answer-fault.ts'
import type { Answer, Exchange, Silence } from '../exchange.ts'
import { type Court, type Judge, JudgeFailure } from '../court/judge.ts'
import { limitTo } from '../http/limit.ts'
import { curlFor } from '../http/curl.ts'
import { startPrism } from '../prism/server.ts'
import { ruleById } from '../rules/rules.ts'
import { sendOne } from '../http/send-one.ts'
import type { Subject } from '../subject.ts'
import { type Answered, isAnswered, isDescribed } from '../contract/weigh-status.ts'
import { type Question, questions, toRequest } from './questions.ts'
import { describeShape, findDeparture, shapeOf } from './shape.ts'

/** So many requests at a time: who answers one after the other is not to be overrun. */
const width = 4

/** A judge whose measure is a server made of the contract alone, by other people, but for its known deviations. */
export function agreementJudge(): Judge {
  return {
    name: 'agreement',
    judge: async (subject, court) => {
      const [caller] = subject.callers
      const asked = questions.filter(({ as }) => caller !== undefined || as === 'none' || as === 'unknown')
      const ask = (url: string, question: Question): ReturnType<typeof sendOne> =>
        sendOne(url, toRequest(question, new URL(url).host, caller?.token ?? ''))
      const limited = limitTo(width)
      // The service first: to load the mock keeps this process busy, and others are only just starting their work.
      const answered = await Promise.all(
        asked.map((question) =>
          limited(async () => {
            const isCallers = caller !== undefined && /^bearer$/i.test(question.as)
            const sent = await ask(subject.url, question)
            return court.record({ ...sent, judge: 'agreement', ...(isCallers && { caller: 0 }) })
          }),
        ),
      )
      if (!court.signal.aborted && !answered.some((exchange) => isAnswered(exchange))) {
        throw new JudgeFailure(
          'The service gave no answer that could be compared with the mock of the contract.',
        )
      }
      await using mock = await startPrism()
      const models = await Promise.all(asked.map((question) => ask(mock.url, question)))
      for (const [index, question] of asked.entries()) {
        compare(question, models[index]?.answer, answered[index], subject, court)
      }
    },
  }
}

function compare(
  question: Question,
  model: Answer | Silence | undefined,
  exchange: Exchange | undefined,
  subject: Subject,
  court: Court,
): void {
  if (model === undefined || !('status' in model)) {
    throw new JudgeFailure("Prism's mock of the contract gave no answer.")
  }
  if (exchange === undefined || !isAnswered(exchange)) return
  const disagreement = findDisagreement(question, model, exchange, subject.only)
  if (disagreement === undefined) {
    tell(question, exchange, court)
    return
  }
  const { sentence: due } = ruleById(disagreement.rule)
  const curl = curlFor(subject)(exchange.request)
  court.broken({ ...disagreement, judge: 'agreement', exchange, due, curl })
}

interface Disagreement {
  readonly rule: string
  readonly came: string
}

function findDisagreement(
  question: Question,
  model: Answer,
  exchange: Answered,
  only: Subject['only'],
): Disagreement | undefined {
  const { answer } = exchange
  const due = question.but?.due ?? classOf(model)
  if (classOf(answer) !== due) {
    const instead = question.but === undefined ? `the mock ${model.status}` : `${due}xx is due`
    return { rule: question.rule, came: `The service answers ${answer.status}, ${instead}.` }
  }
  const isComparable = classOf(model) === due && isDescribed(exchange, only) && hasOwnShape(model)
  if (!isComparable) return undefined
  const shapes = [shapeOf(model), shapeOf(answer)] as const
  const departure = findDeparture(...shapes)
  if (departure === undefined) return undefined
  const came = `The service's body is ${describeShape(shapes[1])}, the mock's ${describeShape(shapes[0])}.`
  const fault =
    shapes[1].form === 'text' ? ({ part: 'json' } as const) : ({ part: 'body', ...departure } as const)
  return { rule: ruleOfFault(answer.status, fault), came }
}

const classOf = ({ status }: Answer): number => Math.floor(status / 100)

/** What Prism refuses by itself, it describes in a form of its own. */
const hasOwnShape = ({ fields }: Answer): boolean =>
  !fields.some(([name, value]) => /^content-type$/i.test(name) && value.includes('problem+json'))

function tell({ rule }: Question, exchange: Answered, court: Court): void {
  if (ruleById(rule).kind === 'refusable') court.refused(rule, exchange)
  else court.kept(rule, exchange)
}
