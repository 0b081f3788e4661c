/** All services in other languages and frameworks before all judges. */
import { describe } from 'node:test'
import { runMarked } from '../court/marked-process.ts'
import { modes } from './expected.ts'
import { holdToTable } from './hold-to-table.ts'
import { otherServices } from './other-services.ts'

describe('the harness says what stands in the table of', () => {
  for (const { name } of otherServices) holdToTable(name, modes, (words) => runMarked(words))
})
