/** With --writes: each fault of a service of orders is told by its rule, and the service without a fault by none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serviceOf } from '../../services/orders/service.ts'
import { document, world } from './orders.ts'
import { reportBy, writeFiles } from './written.ts'

const faults: readonly (readonly [fault: string, rule: string, came: RegExp])[] = [
  ['location', 'make:effect', /^404 at its Location, \/internal/],
  ['key', 'make:effect', /, for the second of two$/],
  ['zero', 'make:success', /^422/],
  ['bytes', 'make:success', /^422/],
  ['status', 'problem-status', /^422, with status 400 in it/],
  ['filter', 'list:access', /which (?:only caller . was given before|is 404)/],
  ['public', 'shared-by-whom-it-may-be', /^Cache-Control: public/],
  ['coding', 'coding-accepted', /gzip/],
  ['count', 'take:effect', /^lineCount is 1/],
  ['tag', 'tag-names-one-representation', /./],
  ['below', 'remove:effect', /with what was below it/],
  ['lost', 'condition-heeded', /of 3 at once with the same If-Match/],
  ['mail', 'make:success', /^422/],
  ['long', 'make:request-body', /^201/],
  ['never', 'not-modified-304', /^200$/],
]

void describe('orders', { concurrency: 4 }, () => {
  for (const [fault, rule, came] of [['', '', /./] as const, ...faults])
    void it(fault === '' ? 'without a fault' : fault, async (context) => {
      const file = await writeFiles(context, { 'world.json': world })
      const options = ['--writes', '--at-least', '0', '--world', file]
      const report = await reportBy(context, document, serviceOf(fault), ...options)
      const told = report.failures.flatMap(({ findings }) => findings)
      const all = told.map((each) => `${each.rule}: ${each.came}`)
      if (fault === '') assert.deepEqual(all, [])
      else
        assert.ok(
          told.some((each) => each.rule === rule && came.test(each.came)),
          all.join('\n'),
        )
    })
})
