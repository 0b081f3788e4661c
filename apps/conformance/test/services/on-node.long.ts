/** All judges check the services in other frameworks on Node. */
import { describe } from 'node:test'
import { makeJudges } from '../../src/judges.ts'
import { holdToTable } from './hold-to-table.ts'
import { servicesOnNode } from './other-services.ts'

const judges = await makeJudges()

describe('the harness reports what is in the table of', () => {
  for (const { name } of servicesOnNode) holdToTable(name, judges)
})
