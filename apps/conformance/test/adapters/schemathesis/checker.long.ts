/** schemathesis itself, against our own service and others: only this finds that what is around it changes its requests. */
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { basisBy, ownSchemathesis } from '../../../plant-store/tools/schemathesis.ts'
import { startOwnService } from '../../../plant-store/own-service.ts'
import { argumentsFor, settingsFor } from '../../../src/adapters/schemathesis/command.ts'
import type { Exchange } from '../../../src/exchange.ts'
import { brokenIn, checkAlone, checkerAndRecord, startWith, subjectAt } from '../../broken-server.ts'
import { withVariables } from './surroundings.ts'

test('our service: nothing is found, and no token is shown, nor a field of every request', async () => {
  await using directory = await temporaryDirectory()
  await using own = await startOwnService()
  const { url, callers } = own.known
  const [caller = assert.fail()] = callers
  const reportDirectory = join(directory.path, 'reports')
  const checker = ownSchemathesis(reportDirectory)
  const fields = [['X-Gateway', 'key-of-the-gateway']] as const
  const subject = subjectAt(url, { callers: [caller], fields })
  const verdict = await checkAlone(subject, checker)
  assert.deepEqual(
    [verdict.outcome, brokenIn(verdict), verdict.checkers[0]?.failure],
    ['conforms', [], undefined],
  )
  const reports = await readdir(reportDirectory)
  assert.deepEqual(reports.toSorted(), ['schemathesis.har', 'schemathesis.junit.xml', 'schemathesis.ndjson'])
  const told = await Promise.all(reports.map((name) => readFile(join(reportDirectory, name), 'utf8')))
  assert.ok(told.some((text) => text.includes('$HEADER_X_GATEWAY')))
  // A process list shows the arguments.
  const basis = basisBy()
  const given = [...argumentsFor(subject, basis, ''), settingsFor(subject, basis)]
  for (const shown of [...given, ...told, JSON.stringify(verdict)])
    for (const secret of [caller.token ?? '', fields[0][1]]) assert.ok(!shown.includes(secret))
})

const requestsOf = ({ exchanges }: { exchanges: readonly Pick<Exchange, 'request'>[] }): readonly string[] =>
  exchanges.map(({ request: { method, target } }) => `${method} ${target}`)

test('equal seeds make equal requests; neither a proxy nor a netrc password interferes', async () => {
  await using directory = await temporaryDirectory()
  const netrc = join(directory.path, 'netrc')
  await writeFile(netrc, 'machine 127.0.0.1 login gardener password secret\n', { mode: 0o600 })
  await using server = await startWith({})
  const usual = await checkerAndRecord(subjectAt(server.url), ownSchemathesis())
  const variables = { NETRC: netrc, http_proxy: 'http://127.0.0.1:1', no_proxy: 'elsewhere.example' }
  const verdict = await withVariables(variables, () =>
    checkerAndRecord(subjectAt(server.url), ownSchemathesis()),
  )
  assert.deepEqual([verdict.checkers[0]?.failure, brokenIn(verdict)], [undefined, []])
  assert.ok(verdict.exchanges.some(({ caller, response }) => caller === 0 && 'status' in response))
  assert.ok(!JSON.stringify(verdict).includes(btoa('gardener:secret')))
  assert.deepEqual(requestsOf(verdict), requestsOf(usual))
})
