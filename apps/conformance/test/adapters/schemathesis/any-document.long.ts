/**
 * schemathesis itself on documents that are not ours: only this finds that it is given the wrong fields, or accuses a correct
 * service.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { nameSecrets } from '@plant-store/raw-http'
import { temporaryDirectory } from '@plant-store/testkit'
import { brokenIn } from '../../broken-server.ts'
import { checkForeign } from './check-foreign.ts'

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
    const { subject, verdict } = await checkForeign(id, directory.path)
    assert.deepEqual([verdict.checkers[0]?.failure, brokenIn(verdict)], [undefined, due])
    const report = await readFile(join(directory.path, 'schemathesis.ndjson'), 'utf8')
    assert.deepEqual(methodsIn(report), ['GET'])
    for (const { text } of nameSecrets(subject).secrets)
      assert.ok(![report, JSON.stringify(verdict)].some((shown) => shown.includes(text)))
  })

const methodsIn = (report: string): readonly string[] =>
  [...new Set(report.match(/(?<="method": ?")[A-Z]+/g))].toSorted()
