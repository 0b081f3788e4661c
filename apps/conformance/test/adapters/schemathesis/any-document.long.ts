/**
 * schemathesis itself on documents that are not ours: only this finds that it is given the wrong fields, accuses a correct
 * service, or does not say why it could not begin.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { nameSecrets } from '@plant-store/raw-http'
import { temporaryDirectory } from '@plant-store/testkit'
import type { Report } from '../../../src/report/json-report.ts'
import { brokenIn } from '../../broken-server.ts'
import { type Files, writeFiles } from '../../document/written.ts'
import { run } from '../../run/run.ts'
import { serve } from '../../serve.ts'
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
    const { subject, verdict } = await checkForeign(id, { reportDirectory: directory.path })
    assert.deepEqual([verdict.checkers[0]?.failure, brokenIn(verdict)], [undefined, due])
    const report = await readFile(join(directory.path, 'schemathesis.ndjson'), 'utf8')
    assert.deepEqual(methodsIn(report), ['GET'])
    for (const { text } of nameSecrets(subject).secrets)
      assert.ok(![report, JSON.stringify(verdict)].some((shown) => shown.includes(text)))
  })

const methodsIn = (report: string): readonly string[] =>
  [...new Set(report.match(/(?<="method": ?")[A-Z]+/g))].toSorted()

/** What schemathesis can't read: the files beside each other, and what is said. */
const unreadable: Readonly<Record<string, readonly [Files, RegExp]>> = {
  'a document': [
    { 'a.json': 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: { get: {} } }\n' },
    /^schemathesis ended before it was done: Failed to load specification from .*a\.json /,
  ],
}
for (const [what, [files, due]] of Object.entries(unreadable))
  test(`it is said of ${what} why schemathesis can't read it`, async (context) => {
    const file = await writeFiles(context, files)
    await using server = await serve((_request, response) => response.end('{}'))
    const words = ['--contract', file, '--checker', 'schemathesis', '--json']
    const { code, stdout } = await run(['check', server.url, ...words])
    assert.equal(code, 2)
    assert.match((JSON.parse(stdout) as Report).checkers[0]?.failure ?? '', due)
  })
