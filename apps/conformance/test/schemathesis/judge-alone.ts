/** schemathesis alone against the address given: a harness to be killed. */
import { schemathesisJudge } from '../../src/schemathesis/judge.ts'
import { forgetfulCourt, subjectAt } from '../broken-server.ts'

await schemathesisJudge().judge(
  subjectAt(process.argv[2] ?? ''),
  forgetfulCourt(new AbortController().signal),
)
