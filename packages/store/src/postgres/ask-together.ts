/** Questions that come together are asked together: one round trip carries many. */

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly since: number
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** How questions are asked. */
interface Asking<Question, Answer> {
  /** Answers all, in their order. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>
  /** So many round trips are under way at once; what comes meanwhile goes with the next. */
  readonly maxAtOnce: number
  /** So long a question waits to be asked. */
  readonly timeoutMs: number
  /** What a question that waited longer is rejected with. */
  readonly overdue: () => Error
}

/** One answer with so many pages is long enough. */
const maxTogether = 50

/** Asks whatever came in one turn of the event loop, in the order in which it came. */
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
