/** The checker schemathesis, as published: generates requests from the document's schemas, and checks the responses. */
import { callerOf } from '../../oracle/credential.ts'
import type { Checker } from '../../run/checker.ts'
import type { Subject } from '../../subject.ts'
import type { Suppression } from '../suppressions.ts'
import { lineFor, ownJob } from './command.ts'
import { provideEnvironment } from './environment.ts'
import { hear } from './hear.ts'
import { runTool } from './run-tool.ts'

/** Sent in place of a token where none is known: the service must refuse it. */
const noToken = 'no-token-was-given'

/**
 * A checker that installs schemathesis when it is missing, and runs it as a process. Nothing of it outlives the check but
 * the reports of schemathesis itself: they are kept in `reportDirectory`, without secrets. `suppressions` replaces the
 * table, for tests.
 */
export const schemathesisChecker = (
  reportDirectory?: string,
  suppressions?: readonly Suppression[],
): Checker => ({
  name: 'schemathesis',
  lineFor,
  prepare: async (signal) => void (await provideEnvironment({ signal })),
  check: (subject, collector) =>
    runTool({
      subject,
      collector,
      reportDirectory,
      job: ownJob(subject, chooseToken(subject)),
      whose: (request) => callerOf(request, subject),
      hear: (report) => hear(report, subject, collector, suppressions),
    }),
})

/** The token of the caller with the most plants: it shows the most. */
function chooseToken({ callers }: Subject): string {
  const [most] = callers.toSorted((one, other) => (other.plants?.length ?? 0) - (one.plants?.length ?? 0))
  return most?.token ?? noToken
}
