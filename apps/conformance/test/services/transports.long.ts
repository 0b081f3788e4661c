/** A service over other transports, by all checkers: only this finds one that doesn't get there, or is misled. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { mutantById } from '../../mutants/catalogue.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { startOwnService } from '../../plant-store/own-service.ts'
import type { Report } from '../../src/report/json-report.ts'
import { checkOwn } from '../../plant-store/check.ts'
import { sessionsChecker } from '../../plant-store/checker.ts'
import { subjectAt } from '../broken-server.ts'
import { runMarked } from '../run/marked-process.ts'
import { certificateName, missing, transports, trust } from './transports.ts'

const directory = await temporaryDirectory()
after(() => directory.remove())

/** The report of the command: all checkers, in a process of its own. */
async function report(words: readonly string[]): Promise<Report> {
  const { stdout, stderr } = await runMarked(['check', ...words, '--json'])
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout) as Report
}

const portOf = (url: string): number => Number(new URL(url).port)

for (const [name, { open, needs, words = [] }] of Object.entries(transports))
  describe(name, { skip: needs !== undefined && missing(needs) }, () => {
    test('our own service keeps the contract, as every checker sees', async () => {
      await using own = await startOwnService()
      const { url, ...known } = own.known
      await using transport = await open(portOf(url), directory.path)
      const worldFile = join(directory.path, 'world.json')
      await writeFile(worldFile, JSON.stringify(known))
      const usual = [transport.url, '--world', worldFile, '--budget', 'quick', '--minutes', '10']
      const { outcome, summary, failures, checkers } = await report([
        ...usual,
        ...words.map((word) => (word === certificateName ? join(directory.path, word) : word)),
      ])
      assert.deepEqual([outcome, failures], ['conforms', []], summary)
      for (const one of checkers)
        assert.ok(one.exchanges > 0 && one.failure === undefined, JSON.stringify(one))
    })
    test('a service that hands out the plants of others breaks it', async () => {
      await using faulty = await startMutant(mutantById('everything'))
      await using transport = await open(portOf(faulty.url), directory.path)
      if (transport.url.startsWith('https:')) await trust(directory.path)
      const only = words.includes('given') ? 'given' : 'all'
      const { failures } = await checkOwn(subjectAt(transport.url, { only }), {
        checkers: [sessionsChecker()],
        signal: new AbortController().signal,
        stopAtFirst: true,
      })
      assert.deepEqual(
        failures.map(({ headline }) => headline),
        ['Callers get what only others have access to.'],
      )
    })
  })
