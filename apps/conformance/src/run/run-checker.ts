/** Runs one checker: whatever it does, there is a report of it. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure } from '@plant-store/raw-http'
import type { Collected } from './collector.ts'
import { type Checker, CheckerFailure } from './checker.ts'
import type { Subject } from '../subject.ts'
import type { CheckerReport } from './verdict.ts'

/** Why and when a checker is told to stop. */
export interface Limits {
  /** Aborted for whatever reason. */
  readonly signal: AbortSignal
  /** Aborted when the time is up. */
  readonly late: AbortSignal
  readonly timeLimitMs: number
  /** Aborted when one finding was enough. */
  readonly enough: AbortSignal
}

/** A checker that was told to stop has this long to clean up; after that the collector no longer waits for it. */
const graceMs = 10_000

/** Never rejects: a checker that throws has not checked, and the report says so. */
export async function runChecker(
  checker: Checker,
  subject: Subject,
  collected: Collected,
  limits: Limits,
): Promise<CheckerReport> {
  const startedAt = performance.now()
  const failure = await failureOf(() => checker.check(subject, collected.collectorFor(checker.name)), limits)
  return {
    name: checker.name,
    durationMs: Math.round(performance.now() - startedAt),
    exchanges: collected.exchangesOf(checker.name),
    notReached: collected.notReachedBy(checker.name),
    ...(failure !== undefined && { failure }),
    ...(checker.lineFor && { line: checker.lineFor(subject) }),
  }
}

/** Why a part of a checker's work was not done; undefined if it was. Never rejects. */
export async function failureOf(
  work: () => Promise<unknown> | undefined,
  limits: Limits,
): Promise<string | undefined> {
  const done = new AbortController()
  try {
    await Promise.race([work(), giveUp(limits.signal, done.signal)])
    return explainStop(limits)
  } catch (error) {
    return limits.signal.aborted ? explainStop(limits) : explainError(error)
  } finally {
    done.abort()
  }
}

/** Resolves some time after the signal, or never. */
async function giveUp(signal: AbortSignal, done: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
  await sleep(graceMs, undefined, { signal: done }).catch(() => {})
}

function explainStop({ signal, late, timeLimitMs, enough }: Limits): string | undefined {
  if (!signal.aborted || enough.aborted) return undefined
  return late.aborted
    ? `It had not finished within ${timeLimitMs / 1000} s, and was stopped.`
    : 'It was interrupted.'
}

/** What a person is told about a checker that threw. */
function explainError(error: unknown): string {
  if (error instanceof CheckerFailure || error instanceof LocalFailure) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return 'There is no space left on the disk for what it has to write.'
  }
  const [message = '', place = ''] = (
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  ).split('\n')
  return `It failed because of an internal error: ${message} ${place.trim()}`.trim()
}
