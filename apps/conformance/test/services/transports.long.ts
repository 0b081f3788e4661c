/** A service is checked alike whatever its responses come over: all checkers, our own service and a faulty one. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { mutantById } from '../../mutants/catalogue.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld, toWorldFile } from '../../mutants/server/world.ts'
import { startOwnService } from '../../src/own-service.ts'
import type { Report } from '../../src/report/json-report.ts'
import { runMarked } from '../run/marked-process.ts'
import { certificateName, missing, transports } from './transports.ts'

const directory = await temporaryDirectory()
after(() => directory.remove())

async function checkService(port: number, name: string, known: unknown): Promise<Report> {
  const { open, words = [] } = transports[name] ?? assert.fail(name)
  await using transport = await open(port, directory.path)
  const worldFile = join(directory.path, 'world.json')
  await writeFile(worldFile, JSON.stringify(known))
  const { stdout, stderr } = await runMarked([
    'check',
    transport.url,
    '--world',
    worldFile,
    '--budget',
    'quick',
    '--minutes',
    '10',
    '--json',
    ...words.map((word) => (word === certificateName ? join(directory.path, word) : word)),
  ])
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout) as Report
}

const portOf = (url: string): number => Number(new URL(url).port)

for (const [name, { needs }] of Object.entries(transports))
  describe(name, { skip: needs !== undefined && missing(needs) }, () => {
    test('our own service keeps the contract, as every checker sees', async () => {
      await using own = await startOwnService()
      const { url, ...known } = own.known
      const { outcome, summary, failures, checkers } = await checkService(portOf(url), name, known)
      assert.deepEqual([outcome, failures], ['conforms', []], summary)
      for (const one of checkers)
        assert.ok(one.exchanges > 0 && one.failure === undefined, JSON.stringify(one))
    })
    test('a service that hands out the plants of others breaks it', async () => {
      await using faulty = await startMutant(mutantById('everything'))
      const { failures } = await checkService(portOf(faulty.url), name, toWorldFile(fixedWorld))
      assert.ok(
        failures.some(({ rules }) => rules.includes('sees-own-plants-only')),
        JSON.stringify(failures),
      )
    })
  })
