/** schemathesis itself on documents that are not ours: only this finds that it is given the wrong fields, or accuses a correct service. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { nameSecrets } from '@plant-store/raw-http'
import { temporaryDirectory } from '@plant-store/testkit'
import { foreignById } from '../../../mutants/foreign/catalogue.ts'
import { startForeign } from '../../../mutants/foreign/service.ts'
import { readBasis } from '../../../src/document/basis.ts'
import { check } from '../../../src/run/check.ts'
import { readWorldFile } from '../../../src/world-file.ts'
import { brokenIn } from '../../broken-server.ts'
import { subjectOf, unhurriedMs } from '../../subject.ts'

const { signal } = new AbortController()

/** Services, and the rules that they break. */
const rows: Readonly<Record<string, readonly string[]>> = {
  'tools/correct': [],
  'tools/loans-open': ['listLoans:credential'],
  'weather/correct': [],
  'tickets/id-text': ['listTickets:body', 'getTicket:body'],
}
for (const [id, due] of Object.entries(rows))
  test(`${id}: ${due.length === 0 ? 'nothing' : due.join(', ')} is found, with GET alone, and no secret is shown`, async () => {
    await using directory = await temporaryDirectory()
    const { service, change } = foreignById(id)
    await using running = await startForeign(service, change)
    const known = await readWorldFile(fileURLToPath(service.world))
    const subject = subjectOf(running.url, { ...known, atLeast: 0, timeMs: unhurriedMs })
    const wanted = { checker: 'schemathesis', report: directory.path }
    const basis = await readBasis(fileURLToPath(service.document), wanted)
    const verdict = await check(subject, { ...basis, signal })
    assert.deepEqual([verdict.checkers[0]?.failure, brokenIn(verdict)], [undefined, due])
    const report = await readFile(join(directory.path, 'schemathesis.ndjson'), 'utf8')
    assert.deepEqual([...new Set(report.match(/(?<="method": ?")[A-Z]+/g))], ['GET'])
    for (const { text } of nameSecrets(subject).secrets)
      assert.ok(![report, JSON.stringify(verdict)].some((shown) => shown.includes(text)))
  })
