/** Asks questions that arrive together in one round trip, and gives each up when its time is over. */

interface Waiting<Question, Result> {
  readonly question: Question
  readonly since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/** How questions are asked. */
interface Asking<Question, Result> {
  /** Answers all questions, in order. What takes longer than `limitMs` is no longer waited for. */
  readonly ask: (questions: readonly Question[], limitMs: number) => Promise<readonly Result[]>
  /** The maximum number of simultaneous round trips; questions that arrive meanwhile go with the next. */
  readonly maxAtOnce: number
  /** The maximum number of questions in one. */
  readonly maxInBatch: number
  /** How long a question may wait, both to be asked and for the result. */
  readonly timeoutMs: number
  /** The error for a question that waited longer. */
  readonly overdue: () => Error
}

/** Questions are given up together if their time ends within this long. */
const leastWatchMs = 20

/** Asks a question. `since`: when its asker began to wait, by `performance.now()`. */
type Batch<Question, Result> = (question: Question, since?: number) => Promise<Result>

/** Rejects open questions whose time is over. Returns a function to be told of a moment at which that may be so. */
function giveUpLate(
  open: Set<Pick<Waiting<never, never>, 'since' | 'reject'>>,
  { timeoutMs, overdue }: Pick<Asking<never, never>, 'timeoutMs' | 'overdue'>,
): (at: number) => void {
  let clock: NodeJS.Timeout | undefined
  let clockAt = Infinity

  function look(): void {
    clockAt = Infinity
    const latest = performance.now() - timeoutMs
    let oldest = Infinity
    for (const each of open) {
      if (each.since > latest) oldest = Math.min(oldest, each.since)
      else if (open.delete(each)) each.reject(overdue())
    }
    lookAt(oldest + timeoutMs)
  }

  /** One timer for all, since most questions are answered long before. It keeps no process from ending. */
  function lookAt(at: number): void {
    if (at >= clockAt) return
    clearTimeout(clock)
    clockAt = at
    clock = setTimeout(look, Math.max(leastWatchMs, at - performance.now())).unref()
  }

  return lookAt
}

/** Asks all questions of one turn of the event loop, in the order in which they arrived. */
export function batch<Question, Result>(asking: Asking<Question, Result>): Batch<Question, Result> {
  const { maxAtOnce, maxInBatch, timeoutMs } = asking
  let waiting: Waiting<Question, Result>[] = []
  /** Asked or not: without a result. */
  const open = new Set<Waiting<Question, Result>>()
  const lookAt = giveUpLate(open, asking)
  let running = 0
  let isDue = false

  function askAll(): void {
    isDue = false
    waiting = waiting.filter((each) => open.has(each))
    while (waiting.length > 0 && running < maxAtOnce) void askSome(waiting.splice(0, maxInBatch))
  }

  async function askSome(some: readonly Waiting<Question, Result>[]): Promise<void> {
    running += 1
    try {
      const youngest = Math.max(...some.map(({ since }) => since))
      const limitMs = Math.max(1, Math.ceil(youngest + timeoutMs - performance.now()))
      const questions = some.map(({ question }) => question)
      const results = await asking.ask(questions, limitMs)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are as many answers as questions
      for (const [index, each] of some.entries()) each.resolve(results[index] as Result)
    } catch (error) {
      for (const each of some) each.reject(error)
    } finally {
      running -= 1
      for (const each of some) open.delete(each)
      askAll()
    }
  }

  return (question, since = performance.now()) =>
    new Promise((resolve, reject) => {
      const asked = { question, since, resolve, reject }
      open.add(asked)
      waiting.push(asked)
      lookAt(since + timeoutMs)
      if (!isDue) setImmediate(askAll)
      isDue = true
    })
}
