/** Runs schemathesis alone against the given address: a harness for tests to kill. */
import { schemathesisJudge } from '../../../src/adapters/schemathesis/judge.ts'
import { subjectAt } from '../../broken-server.ts'
import { RecordingCourt } from '../../recording-court.ts'

await schemathesisJudge().judge(subjectAt(process.argv[2] ?? ''), new RecordingCourt())
