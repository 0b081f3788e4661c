/** A service over other transports, by all checkers: only this finds one that doesn't get there, or is misled. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { startOwnService } from '../../src/own-service.ts'
import type { Report } from '../../src/report/json-report.ts'
import { runMarked } from '../run/marked-process.ts'
import { certificateName, missing, transports } from './transports.ts'

const directory = await temporaryDirectory()
after(() => directory.remove())

for (const [name, { open, needs, words = [] }] of Object.entries(transports))
  test(
    `our own service keeps the contract, as every checker sees: ${name}`,
    { skip: needs !== undefined && missing(needs) },
    async () => {
      await using service = await startOwnService()
      const { url, ...known } = service.known
      await using transport = await open(Number(new URL(url).port), directory.path)
      const worldFile = join(directory.path, 'world.json')
      await writeFile(worldFile, JSON.stringify(known))
      const usual = [transport.url, '--world', worldFile, '--budget', 'quick', '--minutes', '10', '--json']
      const own = words.map((word) => (word === certificateName ? join(directory.path, word) : word))
      const { stdout, stderr } = await runMarked(['check', ...usual, ...own])
      assert.notEqual(stdout, '', stderr)
      const { outcome, summary, failures, checkers } = JSON.parse(stdout) as Report
      assert.deepEqual([outcome, failures], ['conforms', []], summary)
      for (const one of checkers)
        assert.ok(one.exchanges > 0 && one.failure === undefined, JSON.stringify(one))
    },
  )
