/** With --writes: each fault of a service of orders is told by its rule, and the service without a fault by none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serviceOf } from '../../services/orders/service.ts'
import { document, world } from './orders.ts'
import { reportBy, writeFiles } from './written.ts'

type Row = readonly [fault: string, rule: string, came: RegExp]

/** Those of one group are in one service: none hides another. */
const groups: readonly (readonly Row[])[] = [
  [],
  [
    ['location', 'make:effect', /^404 at its Location, \/internal/],
    ['zero', 'make:success', /^422/],
    ['filter', 'list:access', /which only caller . was given before/],
    ['count', 'take:effect', /^lineCount is 1/],
    ['never', 'not-modified-304', /^200$/],
  ],
  [
    ['key', 'make:effect', /, for the second of two$/],
    ['bytes', 'make:success', /^422/],
    ['public', 'shared-by-whom-it-may-be', /^Cache-Control: public/],
    ['lost', 'condition-heeded', /of 3 at once with the same If-Match/],
  ],
  [
    ['status', 'problem-status', /^422, with status 400 in it/],
    ['coding', 'coding-accepted', /gzip/],
    ['tag', 'tag-names-one-representation', /./],
    ['mail', 'make:success', /^422/],
    ['long', 'make:request-body', /^201/],
  ],
]

void describe('orders', { concurrency: 4 }, () => {
  for (const group of groups)
    void it(group.map(([fault]) => fault).join(', ') || 'without a fault', async (context) => {
      const file = await writeFiles(context, { 'world.json': world })
      const options = ['--writes', '--at-least', '0', '--world', file]
      const service = serviceOf(group.map(([fault]) => fault))
      const report = await reportBy(context, document, service, ...options)
      const told = report.failures.flatMap(({ findings }) => findings)
      const all = told.map((each) => `${each.rule}: ${each.came}`).join('\n')
      if (group.length === 0) assert.equal(all, '')
      for (const [fault, rule, came] of group)
        assert.ok(
          told.some((each) => each.rule === rule && came.test(each.came)),
          `${fault} among\n${all}`,
        )
    })
})
