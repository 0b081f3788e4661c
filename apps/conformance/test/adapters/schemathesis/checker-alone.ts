/** Runs schemathesis alone against the given address: a harness for tests to kill. */
import { ownSchemathesis } from '../../../plant-store/tools/schemathesis.ts'
import { subjectAt } from '../../broken-server.ts'
import { RecordingCollector } from '../../recording-collector.ts'

await ownSchemathesis().check(subjectAt(process.argv[2] ?? ''), new RecordingCollector())
