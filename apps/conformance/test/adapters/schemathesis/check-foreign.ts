/** Checks a service that is not ours with schemathesis alone, by its own document. */
import { fileURLToPath } from 'node:url'
import { foreignById } from '../../../mutants/foreign/catalogue.ts'
import { startForeign } from '../../../mutants/foreign/service.ts'
import { schemathesisChecker } from '../../../src/adapters/schemathesis/checker.ts'
import { readBasis } from '../../../src/document/basis.ts'
import { loadContract } from '../../../src/document/load.ts'
import { triedOf } from '../../../src/document/oracle/analyse.ts'
import { check } from '../../../src/run/check.ts'
import type { Verdict } from '../../../src/run/verdict.ts'
import { readWorldFile } from '../../../src/world-file.ts'
import { subjectOf, unhurriedMs } from '../../subject.ts'

/** Of a server of the catalogue; also returns what the check was told of its callers. */
export async function checkForeign(id: string, reportDirectory?: string) {
  const { service, change } = foreignById(id)
  await using running = await startForeign(service, change)
  const file = fileURLToPath(service.document)
  const known = await readWorldFile(fileURLToPath(service.world))
  const subject = subjectOf(running.url, { ...known, atLeast: 0, timeMs: unhurriedMs })
  const [contract, basis] = await Promise.all([
    loadContract(file),
    readBasis(file, { checker: 'schemathesis' }),
  ])
  const own = { contract, operations: triedOf(contract.operations, false), rules: basis.rules }
  const checkers = [schemathesisChecker({ reportDirectory, basis: own })]
  const { signal } = new AbortController()
  const verdict: Verdict = await check(subject, { ...basis, checkers, signal })
  return { subject, verdict }
}
