/** One check of one service: all judges at once, one verdict. */
import { readContract } from '../contract/contract-lines.ts'
import { Hearing } from './court.ts'
import { findFirstFaults } from './first-faults.ts'
import { greet, type Greeting } from './greet.ts'
import { explainFault, hearJudge } from './hear-judge.ts'
import type { Judge } from './judge.ts'
import { redactDeep } from '../http/redact-deep.ts'
import { redactTokens } from '../http/redact.ts'
import type { Rule } from '../rules/rule.ts'
import { rules as allRules } from '../rules/rules.ts'
import { type Budget, budgetMs, type Subject } from '../subject.ts'
import type { JudgeReport, Verdict } from './verdict.ts'
import { giveVerdict } from './give-verdict.ts'

/** What a watcher is told, several times a second at most if it cares to look so often. */
export interface Progress {
  readonly elapsedMs: number
  readonly exchanges: number
  readonly broken: number
  /** The judges that are still at work. */
  readonly judges: readonly string[]
}

export interface CheckOptions {
  readonly judges: readonly Judge[]
  /** Aborted when nobody waits any longer: judges are told to stop, and the verdict is that nothing is known. */
  readonly signal: AbortSignal
  /** One finding is enough: all judges are told to stop at the first. */
  readonly stopAtFirst?: boolean
  /**
   * The tokens may be wrong: a service that refuses them all is then judged as without tokens, and nothing is concluded
   * from it. Otherwise they are known to be good, and a service that refuses them breaks the contract.
   */
  readonly doubtTokens?: boolean
  readonly onProgress?: (progress: Progress) => void
  /** Other rules than the contract's, for tests of the court itself. */
  readonly rules?: readonly Rule[]
  /** Judges that have not ended are stopped after this time; by default some time after that of the budget. */
  readonly timeLimitMs?: number
  /** How long the service may take for its first answer. */
  readonly patienceMs?: number
}

/** A judge that does not end by itself when the time of the budget is over is stopped after so much more. */
const overtimeMs: Readonly<Record<Budget, number>> = { quick: 240_000, standard: 300_000, deep: 300_000 }

/** Resolves to the verdict, without a token in it. Whatever a judge does, this does not reject. */
export async function check(subject: Subject, options: CheckOptions): Promise<Verdict> {
  const startedAt = new Date()
  const greeting = await greet(subject, options.signal, options.patienceMs)
  const refusedWith = options.doubtTokens === true ? greeting.refusedWith : undefined
  const isDoubted = refusedWith !== undefined
  const heard = await hearAll(isDoubted ? { ...subject, callers: [] } : subject, options, greeting)
  const verdict = giveVerdict({
    ...heard,
    subject,
    contract: readContract(),
    startedAt,
    silence: greeting.silence ?? (await findDeath(subject, heard, options)),
    refusedWith,
    interrupted: options.signal.aborted,
  })
  const tokens = subject.callers.map(({ token }) => token)
  return redactDeep(verdict, redactTokens(tokens, subject.refusedTokens))
}

interface Heard {
  readonly hearing: Hearing
  readonly judges: readonly JudgeReport[]
}

async function hearAll(subject: Subject, options: CheckOptions, greeting: Greeting): Promise<Heard> {
  const enough = new AbortController()
  const { budget } = subject
  const { rules = allRules, timeLimitMs = budgetMs[budget] + overtimeMs[budget], onProgress } = options
  const late = AbortSignal.timeout(timeLimitMs)
  const signal = AbortSignal.any([options.signal, late, enough.signal])
  const working = new Set(options.judges.map(({ name }) => name))
  const startedAt = performance.now()
  let broken = 0
  const report = (): void =>
    onProgress?.({
      elapsedMs: performance.now() - startedAt,
      exchanges: hearing.archive.count,
      broken,
      judges: [...working],
    })
  const hearing = new Hearing({
    rules,
    only: subject.only,
    signal,
    timeUp: AbortSignal.timeout(budgetMs[budget]),
    observers: options.judges,
    onExchange: report,
    onBroken: () => {
      broken += 1
      if (options.stopAtFirst === true) enough.abort()
    },
  })
  if (greeting.silence !== undefined) return { hearing, judges: [] }
  // Asked again, what went wrong at the very first requests alone shows: no judge comes early enough for it.
  // Who is silent at first is not waited for twice.
  const again = greeting.answers.includes(undefined)
    ? greeting
    : await greet(subject, signal, options.patienceMs)
  for (const finding of findFirstFaults(subject, greeting, again))
    hearing.courtFor('greeting').broken(finding)
  const reports = await Promise.all(
    options.judges.map(async (judge) => {
      const stop = { signal, late, timeLimitMs, enough: enough.signal }
      const heard = await hearJudge(judge, subject, hearing, stop)
      working.delete(judge.name)
      report()
      return heard
    }),
  )
  return { hearing, judges: reports.map((heard) => withFault(heard, hearing)) }
}

/** An observer may fail long after its own work was done. */
function withFault(report: JudgeReport, { faults }: Hearing): JudgeReport {
  return faults.has(report.name) && report.failure === undefined
    ? { ...report, failure: explainFault(faults.get(report.name)) }
    : report
}

/** A judge that failed may have lost the service: then that is the thing to say. */
async function findDeath(
  subject: Subject,
  { judges }: Heard,
  { signal, patienceMs }: CheckOptions,
): Promise<string | undefined> {
  if (signal.aborted || judges.every(({ failure }) => failure === undefined)) return undefined
  const { silence } = await greet({ ...subject, callers: [] }, signal, patienceMs)
  return silence === undefined ? undefined : `The service stopped answering while it was checked. ${silence}`
}
