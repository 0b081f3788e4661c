/** All judges check the services in other languages. */
import { describe } from 'node:test'
import { makeJudges } from '../../src/judges.ts'
import { holdToTable } from './hold-to-table.ts'
import { servicesInOtherLanguages } from './other-services.ts'

const judges = await makeJudges()

describe('the harness reports what is in the table of', () => {
  for (const { name } of servicesInOtherLanguages) holdToTable(name, judges)
})
