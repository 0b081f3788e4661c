/** Two services in other frameworks before the judge of sessions: one that is right, and one that is not. */
import { describe } from 'node:test'
import { makeJudges } from '../../src/judges.ts'
import { holdToTable } from './hold-to-table.ts'

const judges = (await makeJudges()).filter(({ name }) => name === 'sessions')

describe('the judge of sessions says what stands in the table of', () => {
  for (const name of ['express', 'fastify']) holdToTable(name, ['given'], judges)
})
