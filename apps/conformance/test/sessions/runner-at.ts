/** What the judge of sessions works with, for a service of which only what is given here is known. */
import { operations } from '../../src/contract/operations.ts'
import { Runner } from '../../src/sessions/run/runner.ts'
import type { Subject } from '../../src/subject.ts'
import { subjectOf } from '../subject.ts'
import { RecordingCourt } from '../recording-court.ts'

export function runnerAt(
  url: string,
  more: Partial<Subject> = {},
): { readonly runner: Runner; readonly court: RecordingCourt; readonly subject: Subject } {
  const subject = subjectOf(url, more)
  const court = new RecordingCourt()
  return { runner: new Runner(subject, court, operations), court, subject }
}
