/** A second operation is checked without new code: only this finds a stage that knows the first one alone. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Change } from '../../mutants/mutant.ts'
import { listPlants } from '../subject.ts'
import { tryChecker } from './trial.ts'

const listAnimals = { ...listPlants, operationId: 'listAnimals', path: '/animals' }
const both = [listPlants, listAnimals]

const serveBoth: Change = ({ checkPath }) => ({
  checkPath: (ask) => checkPath({ ...ask, path: ask.path === '/animals' ? '/plants' : ask.path }),
})

/** After this many requests every value of every dimension was tried. */
const enough = 4200

it('a second operation that alone takes POST and forgets a header is found to do that, and nothing else', async () => {
  const collector = await tryChecker(
    both,
    (reference) => ({
      ...serveBoth(reference),
      checkMethod: (ask) =>
        ask.path === '/animals' && ask.method === 'POST' ? undefined : reference.checkMethod(ask),
      listFields: (tag, ask) =>
        reference.listFields(tag, ask).filter(([name]) => ask.path !== '/animals' || name !== 'Vary'),
    }),
    enough,
  )
  const asked = collector.findings.map(({ exchange }) => exchange?.request.target ?? '')
  assert.ok(asked.every((target) => target.includes('/animals')))
  const rules = new Set(collector.findings.map(({ rule }) => rule))
  assert.deepEqual(
    [...rules].toSorted(),
    ['declared-headers-sent', 'other-methods-405', 'vary-authorization'],
    collector.tell(),
  )
})
