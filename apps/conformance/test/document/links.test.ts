/** Links of a document name values for other operations: here those of the foreign contracts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { toolLibrary } from '../../mutants/foreign/tools/service.ts'
import { weatherStations } from '../../mutants/foreign/weather/service.ts'
import { loadContract } from '../../src/document/load.ts'
import { linkedValues } from '../../src/document/oracle/content.ts'
import { responseOf } from '../response-of.ts'

for (const [{ document }, id, status, body, due] of [
  [toolLibrary, 'listTools', 200, { items: [{ id: 'T-0003' }] }, [['toolId', 'T-0003']]],
  [toolLibrary, 'listTools', 200, { items: [] }, []],
  [toolLibrary, 'listTools', 404, { items: [{ id: 'T-0003' }] }, []],
  [toolLibrary, 'borrowTool', 201, { id: 'b0' }, [['loanId', 'b0']]],
  [weatherStations, 'listReadings', 200, { next: 'c24' }, [['cursor', 'c24']]],
  [weatherStations, 'listReadings', 200, { next: null }, []],
] as const)
  test(`${id}: ${status} with ${JSON.stringify(body)} names ${JSON.stringify(due)}`, async () => {
    const { operations } = await loadContract(fileURLToPath(document))
    const operation = operations.find((one) => one.id === id)
    assert.ok(operation)
    assert.deepEqual(linkedValues(operation, responseOf(status, JSON.stringify(body))), due)
  })
