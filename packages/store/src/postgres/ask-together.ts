/** Asks questions that arrive together in one round trip. */

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly since: number
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** How questions are asked. */
interface Asking<Question, Answer> {
  /** Answers all questions, in order. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>
  /** The maximum number of simultaneous round trips; questions that arrive meanwhile go with the next. */
  readonly maxAtOnce: number
  /** How long a question may wait to be asked. */
  readonly timeoutMs: number
  /** The error for a question that waited longer. */
  readonly overdue: () => Error
}

/** An answer with this many pages is long enough. */
const maxTogether = 50

/** Asks all questions of one turn of the event loop, in the order in which they arrived. */
export function askTogether<Question, Answer>(
  asking: Asking<Question, Answer>,
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = []
  let underWay = 0
  let isDue = false

  function askAll(): void {
    isDue = false
    const earliest = performance.now() - asking.timeoutMs
    while ((waiting[0]?.since ?? Infinity) < earliest) waiting.shift()?.reject(asking.overdue())
    while (waiting.length > 0 && underWay < asking.maxAtOnce) void askSome(waiting.splice(0, maxTogether))
  }

  async function askSome(some: readonly Waiting<Question, Answer>[]): Promise<void> {
    underWay += 1
    try {
      const answers = await asking.ask(some.map(({ question }) => question))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are as many answers as questions
      for (const [index, each] of some.entries()) each.resolve(answers[index] as Answer)
    } catch (error) {
      for (const each of some) each.reject(error)
    } finally {
      underWay -= 1
      askAll()
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, since: performance.now(), resolve, reject })
      if (!isDue) setImmediate(askAll)
      isDue = true
    })
}
