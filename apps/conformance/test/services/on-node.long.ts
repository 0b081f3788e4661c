/** The services of other frameworks on Node before all judges. */
import { describe } from 'node:test'
import { makeJudges } from '../../src/judges.ts'
import { modes } from './expected.ts'
import { holdToTable } from './hold-to-table.ts'
import { servicesOnNode } from './other-services.ts'

const judges = await makeJudges()

describe('the harness says what stands in the table of', () => {
  for (const { name } of servicesOnNode) holdToTable(name, modes, judges)
})
