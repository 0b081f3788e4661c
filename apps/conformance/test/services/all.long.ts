/** All services in other languages and frameworks before all judges. */
import { describe } from 'node:test'
import { makeJudges } from '../../src/judges.ts'
import { modes } from './expected.ts'
import { holdToTable } from './hold-to-table.ts'
import { otherServices } from './other-services.ts'

const judges = await makeJudges()

describe('the harness says what stands in the table of', () => {
  for (const { name } of otherServices) holdToTable(name, modes, judges)
})
