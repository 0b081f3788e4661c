/** The metrics keep the rules that `promtool check metrics` checks, and say what an operator wants to know. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { serveSmallWorld } from '@plant-store/testkit'
import { readMetric } from './read-metric.ts'

/** One family of samples, as the text format has it. */
interface Family {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly labels: readonly string[]
}

const { world, service, stop } = await serveSmallWorld()
after(stop)

describe('/metrics', () => {
  let families: readonly Family[]

  before(async () => {
    const headers = { Authorization: `Bearer ${world.users.ana.token}` }
    await (await fetch(`${service.url}/plants`, { headers })).arrayBuffer()
    await fetch(`${service.url}/plants`)
    families = parseFamilies(await (await fetch(`${service.operatorUrl}/metrics`)).text())
  })

  test('each has a name of the right letters, a help text and a type', () => {
    assert.ok(families.length > 30)
    for (const { name, help, type } of families) {
      assert.match(name, /^[a-z][a-z\d_]*$/)
      assert.notEqual(help, '', name)
      assert.match(type, /^(?:counter|gauge|histogram|summary)$/, name)
    }
  })

  test('counters end in _total, and nothing else does', () => {
    for (const { name, type } of families) assert.equal(name.endsWith('_total'), type === 'counter', name)
  })

  test('none has the ending of a part of a histogram, the name of its type, or a colon of a rule', () => {
    for (const { name, type } of families) {
      assert.doesNotMatch(name, /_(?:bucket|count|sum)$|:/, name)
      assert.doesNotMatch(name, new RegExp(`_${type}(?:_|$)`), name)
    }
  })

  test('units are base units, in full and last', () => {
    const others =
      /_(?:milliseconds?|microseconds?|nanoseconds?|minutes?|hours?|days?|kilobytes?|megabytes?|percent)(?:_|$)/
    const abbreviated = /_(?:s|ms|us|ns|sec|b|kb|mb|gb|m|h|d)(?:_|$)/
    for (const { name } of families) {
      assert.doesNotMatch(name, others, name)
      assert.doesNotMatch(name, abbreviated, name)
      assert.doesNotMatch(name, /_(?:seconds|bytes)_(?!total$)/, name)
    }
  })

  test('labels are in snake case, and le and quantile are kept for histograms and summaries', () => {
    for (const { name, type, labels } of families) {
      for (const label of labels) {
        assert.match(label, /^[a-z][a-z\d_]*$/, name)
        assert.equal(label === 'le', type === 'histogram' && label === 'le', name)
        assert.equal(label === 'quantile', type === 'summary' && label === 'quantile', name)
      }
    }
  })

  test('what is running stands in plant_store_build_info', () => {
    const build = families.find(({ name }) => name === 'plant_store_build_info')
    assert.deepEqual(build?.labels, ['contract_version', 'node_version', 'version'])
  })

  test('users and tokens are counted', async () => {
    const { ana, ben, cleo } = world.users
    const accepted = [ana, ben, cleo].filter(({ token }) => token !== '').length
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_users'), 3)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_active_tokens'), accepted)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_expiring_tokens'), 0)
  })

  test('nothing is dropped and nothing is streamed when nothing was', async () => {
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_log_lines_dropped_total'), 0)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_streams'), 0)
  })
})

function parseFamilies(text: string): readonly Family[] {
  const lines = text.split('\n')
  return lines
    .filter((line) => line.startsWith('# TYPE '))
    .map((line) => {
      const [, , name = '', type = ''] = line.split(' ')
      const help = lines.find((other) => other.startsWith(`# HELP ${name} `)) ?? ''
      const samples = lines.filter(
        (other) =>
          /^\w+/.exec(other)?.[0].replace(/_(?:bucket|sum|count)$/, '') === name ||
          other.startsWith(`${name}{`),
      )
      const labels = samples.flatMap((sample) =>
        [...sample.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label),
      )
      return {
        name,
        help: help.slice(`# HELP ${name} `.length),
        type,
        labels: [...new Set(labels)].toSorted(),
      }
    })
}
