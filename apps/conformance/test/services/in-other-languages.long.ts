/** The services in other languages before all judges. */
import { describe } from 'node:test'
import { makeJudges } from '../../src/judges.ts'
import { modes } from './expected.ts'
import { holdToTable } from './hold-to-table.ts'
import { servicesInOtherLanguages } from './other-services.ts'

const judges = await makeJudges()

describe('the harness says what stands in the table of', () => {
  for (const { name } of servicesInOtherLanguages) holdToTable(name, modes, judges)
})
