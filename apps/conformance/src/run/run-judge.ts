/** Runs one judge: whatever it does, there is a report of it. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure } from '@plant-store/raw-http'
import type { Hearing } from './collector.ts'
import { type Judge, JudgeFailure } from './judge.ts'
import type { Subject } from '../subject.ts'
import type { JudgeReport } from './verdict.ts'

/** Why and when a judge is told to stop. */
export interface Limits {
  /** Aborted for whatever reason. */
  readonly signal: AbortSignal
  /** Aborted when the time is up. */
  readonly late: AbortSignal
  readonly timeLimitMs: number
  /** Aborted when one finding was enough. */
  readonly enough: AbortSignal
}

/** A judge that was told to stop has this long to clean up; after that the court no longer waits for it. */
const graceMs = 10_000

/** Never rejects: a judge that throws has not judged, and the report says so. */
export async function runJudge(
  judge: Judge,
  subject: Subject,
  hearing: Hearing,
  limits: Limits,
): Promise<JudgeReport> {
  const startedAt = performance.now()
  const failure = await failureOf(judge, subject, hearing, limits)
  return {
    name: judge.name,
    durationMs: Math.round(performance.now() - startedAt),
    exchanges: hearing.exchangesOf(judge.name),
    notReached: hearing.notReachedBy(judge.name),
    ...(failure !== undefined && { failure }),
    ...(judge.lineFor && { line: judge.lineFor(subject) }),
  }
}

async function failureOf(
  judge: Judge,
  subject: Subject,
  hearing: Hearing,
  limits: Limits,
): Promise<string | undefined> {
  const done = new AbortController()
  try {
    await Promise.race([
      judge.judge(subject, hearing.courtFor(judge.name)),
      giveUp(limits.signal, done.signal),
    ])
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

/** What a person is told about a judge that threw. */
export function explainError(error: unknown): string {
  if (error instanceof JudgeFailure || error instanceof LocalFailure) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return 'There is no space left on the disk for what it has to write.'
  }
  const [message = '', place = ''] = (
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  ).split('\n')
  return `It failed because of an internal error: ${message} ${place.trim()}`.trim()
}
