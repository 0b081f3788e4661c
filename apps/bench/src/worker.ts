/** A helper in a process of its own, asked one thing at a time. */
import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { BenchFailure } from './bench-failure.ts'
import type { Command } from './cores.ts'
import { killWithUs, surroundings } from './start-program.ts'

/** A running helper. Disposing of it kills it. */
export interface Worker<Question, Answer> extends AsyncDisposable {
  /** Rejects with a `BenchFailure` when the helper ends instead of answering. */
  ask(question: Question): Promise<Answer>
}

/** Starts the module by `command`, which ends in the program that runs modules. */
export function startWorker<Question extends Serializable, Answer>(
  [program, ...args]: Command,
  module: URL,
): Worker<Question, Answer> {
  const child = fork(module, { execPath: program, execArgv: args, env: surroundings() })
  const ended = once(child, 'close').then(() => {
    throw new BenchFailure(`${module.pathname} ended before it answered.`)
  })
  ended.catch(() => {})
  return {
    ask: async (question) => {
      child.send(question)
      const [answer] = await Promise.race([once(child, 'message') as Promise<unknown[]>, ended])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module's type says what it answers
      return answer as Answer
    },
    [Symbol.asyncDispose]: killWithUs(child),
  }
}

/** The other side: answers every question of the process that forked this one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a message gets its type
export function answerQuestions<Question, Answer extends Serializable>(
  answer: (question: Question) => Promise<Answer> | Answer,
): void {
  process.on('message', (question) => {
    void (async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the asker's type says what it asks
      process.send?.(await answer(question as Question))
    })()
  })
}
