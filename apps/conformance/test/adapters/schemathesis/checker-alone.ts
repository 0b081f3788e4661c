/** Runs schemathesis alone against the given address: a harness for tests to kill. */
import { schemathesisChecker } from '../../../src/adapters/schemathesis/checker.ts'
import { subjectAt } from '../../broken-server.ts'
import { RecordingCollector } from '../../recording-collector.ts'

await schemathesisChecker().check(subjectAt(process.argv[2] ?? ''), new RecordingCollector())
