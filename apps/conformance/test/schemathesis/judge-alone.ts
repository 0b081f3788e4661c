/** Runs schemathesis alone against the given address: a harness for tests to kill. */
import { schemathesisJudge } from '../../src/schemathesis/judge.ts'
import { forgetfulCourt, subjectAt } from '../broken-server.ts'

await schemathesisJudge().judge(
  subjectAt(process.argv[2] ?? ''),
  forgetfulCourt(new AbortController().signal),
)
