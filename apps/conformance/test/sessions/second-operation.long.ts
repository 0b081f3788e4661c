/** A second operation is checked without new code. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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

describe('a second operation', () => {
  it('is checked as the first is', async () => {
    const collector = await tryChecker(both, serveBoth, { requests: enough })
    assert.equal(collector.tell(), '')
    const targets = new Set(collector.exchanges.map(({ request }) => request.target))
    assert.ok(targets.has('/animals') && targets.has('/animals?limit=x') && targets.has('/animals/'))
  })

  it('is found broken where it alone asks for no token, takes POST, or forgets a header', async () => {
    const collector = await tryChecker(
      both,
      (reference) => ({
        ...serveBoth(reference),
        checkMethod: (ask) =>
          ask.path === '/animals' && ask.method === 'POST' ? undefined : reference.checkMethod(ask),
        readToken: (ask) =>
          ask.path === '/animals' ? (ask.world.callers[0]?.token ?? '') : reference.readToken(ask),
        listFields: (tag, ask) =>
          reference.listFields(tag, ask).filter(([name]) => ask.path !== '/animals' || name !== 'Vary'),
      }),
      { requests: enough },
    )
    const rules = new Set(collector.findings.map(({ rule }) => rule))
    for (const rule of ['token-required', 'other-methods-405', 'vary-authorization']) {
      assert.ok(rules.has(rule), [...rules].join(', '))
    }
    const others = collector.findings.filter(
      ({ exchange }) => exchange?.request.target.includes('/animals') !== true,
    )
    assert.deepEqual(others, [])
  })
})
