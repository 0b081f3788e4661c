/** What HTTP and the contract leave open accuses nobody; what they don't is found, whatever else is wrong. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { pipelined } from '@plant-store/raw-http'
import { operations } from '../../src/contract/operations.ts'
import { it } from 'node:test'
import { Refusal, withBody, withField } from '../../mutants/server/ask.ts'
import { both, type Change } from '../../mutants/mutant.ts'
import { tryChecker, tryRunner, tryStage } from './trial.ts'

let turn = 0

/** The members of each plant in another order each time, beside weak tags, as of Express; and a tag for each target. */
const inAnyOrder: Change = ({ encodePlant }) => ({
  encodePlant: (plant, place, ask) => {
    turn += 1
    return turn % 2 === 0
      ? encodePlant(plant, place, ask)
      : `{${plant.tag === undefined ? '' : `"tag":${JSON.stringify(plant.tag)},`}"name":${JSON.stringify(plant.name)}}`
  },
  tag: (body, { url }) => `W/"${hash('md5', `${url} ${body.length}`).slice(0, 20)}"`,
})

/** Names of protocols in messages; 501 for methods that are hardly known; an underscore in Host refused. */
const bySomeServers: Change = ({ checkForm, message, finish }) => ({
  message: (entry, ask) => `${message(entry, ask)} See TLS/1.2 and OAuth/2.0.`,
  checkForm: (ask) => {
    if (ask.headers.host?.includes('_') === true) throw new Refusal('malformedRequest')
    checkForm(ask)
  },
  finish: async (reply, ask) => {
    const sent = await finish(reply, ask)
    const body = JSON.stringify({ error: 50_101, message: 'There is no such method.' })
    return ask?.method === 'QUERY' && sent.status === 405
      ? { ...withBody(withField(sent, 'Allow', undefined), body), status: 501 }
      : sent
  },
})

/** Challenges without an error code where another scheme was sent (RFC 6750, 3.1). */
const mute: Change = ({ errorFields }) => ({
  errorFields: (entry, ask) =>
    errorFields(entry, ask).map(([name, value]) => [
      name,
      /^bearer/i.test(ask?.headers.authorization ?? 'bearer')
        ? value
        : value.replace(', error="invalid_token"', ''),
    ]),
})

it('a service that is odd in all these ways is not accused', async () => {
  const collector = await tryChecker(operations, both(inAnyOrder, bySomeServers, mute), { requests: 6000 })
  assert.equal(collector.tell(), '')
})

it('one tag for all lists is found, though every answer lacks a field', async () => {
  const change: Change = ({ finish }) => ({
    finish: async (reply, ask) => withField(await finish(reply, ask), 'X-Request-Id', undefined),
    tag: () => '"one-for-all"',
  })
  const collector = await tryStage('callers in turn and at once', { change }, 'etag-names-the-list')
  assert.ok(
    collector.findings.some(({ rule }) => rule === 'etag-names-the-list'),
    collector.tell(),
  )
})

it('what is pipelined behind an answer that ends the connection is sent again', async () => {
  const closing: Change = ({ finish }) => ({
    finish: async (reply, ask) => withField(await finish(reply, ask), 'Connection', 'close'),
  })
  await tryRunner(closing, async (runner, collector) => {
    const before = collector.exchanges.length
    const asks = [1, 2, 3, 4].map((n) => ({ request: runner.write('GET', `/plants?limit=${n}`) }))
    const [sent = []] = await runner.run([pipelined(asks)])
    assert.equal(sent.length, asks.length)
    assert.equal(collector.exchanges.length - before, asks.length)
  })
})
