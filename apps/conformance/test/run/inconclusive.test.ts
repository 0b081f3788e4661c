/** What can't be checked is never a pass. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LocalFailure, serveSockets } from '@plant-store/raw-http'
import { CheckerFailure } from '../../src/run/checker.ts'
import { deadAddress, serve } from '../serve.ts'
import { aborted, checkWith, content, exchange, finding, checker } from './bench.ts'

describe('nothing may be concluded', () => {
  const cases: [string, Parameters<typeof checkWith>, RegExp][] = [
    ['without checkers', [[]], /^No request was made/],
    ['when no checker made a request', [[checker('idle', () => {})]], /^No request was made/],
    [
      'when a token was given and no 200 came',
      [[checker('shy', (collector) => collector.kept('a', collector.record(exchange({ status: 401 }))))]],
      /^Nothing may be concluded: no request for GET \/plants was answered with success\. The URL must be the root of the API/,
    ],
    [
      'when requests showed nothing',
      [[checker('blind', (collector) => void collector.record(exchange()))]],
      /^Nothing may be concluded: only 0 of the 2 rules that this run could show were seen kept, less than 90 %/,
    ],
    [
      'without a token, and says what to give',
      [
        [checker('shy', (collector) => collector.kept('a', collector.record(exchange({ status: 401 }))))],
        { subject: { callers: [] } },
      ],
      /answered with success\. Give a token that the service accepts\.$/,
    ],
    [
      'when the clock cut off most of the work',
      [[content, checker('hasty', (collector) => collector.notReached('Not reached: crowds.', 0.3))]],
      /^Nothing may be concluded: only 70 % of what is tried was tried, less than 90 %\. Give the check more --minutes\.$/,
    ],
    [
      'when this machine opens no connection',
      [[content, checker('lame', () => Promise.reject(new LocalFailure('No connection: EMFILE.')))]],
      /^lame could not check: No connection: EMFILE\.$/,
    ],
    [
      'when a checker has a fault',
      [[content, checker('lame', () => Promise.reject(new TypeError('x is not a function')))]],
      /^lame could not check: It failed because of an internal error: TypeError: x is not a function at /,
    ],
    [
      'when a checker names a rule that does not exist',
      [[content, checker('lame', (collector) => collector.kept('z'))]],
      /no rule "z"/,
    ],
    [
      'when a checker takes too long',
      [[content, checker('slow', (collector) => aborted(collector.signal))], { timeLimitMs: 50 }],
      // On a busy machine neither of them is done by then.
      /^(?:content|slow) could not check: It had not finished within 0.05 s/,
    ],
  ]
  for (const [when, args, summary] of cases) {
    test(when, async () => {
      const verdict = await checkWith(...args)
      assert.equal(verdict.outcome, 'inconclusive')
      assert.match(verdict.summary, summary)
    })
  }

  test('when the user interrupts', async () => {
    const controller = new AbortController()
    const patient = checker('patient', (collector) => {
      controller.abort()
      return aborted(collector.signal)
    })
    const verdict = await checkWith([content, patient], { signal: controller.signal })
    assert.deepEqual([verdict.outcome, verdict.summary], ['inconclusive', 'The check was interrupted.'])
  })
})

const nowhere = (url: string) => ({ url, [Symbol.asyncDispose]: () => Promise.resolve() })

describe('the service', () => {
  for (const [what, start, told] of [
    [
      'refuses connections',
      async () => nowhere(await deadAddress()),
      /^Nothing answers at http:.*: the connection was refused\./,
    ],
    [
      'has a host name that does not resolve',
      () => nowhere('http://plants.invalid'),
      /its host name does not resolve/,
    ],
    [
      'accepts connections and says nothing',
      () => serveSockets(() => {}),
      /^http:\S+ does not answer in time \(0\.5 s\)\. Is it the right address/,
    ],
  ] as const)
    test(`that ${what} is not checked, and no checker is called`, async () => {
      await using server = await start()
      const eager = checker('eager', () => assert.fail('it was called'))
      const { outcome, summary } = await checkWith([eager], { url: server.url, subject: { patienceMs: 500 } })
      assert.equal(outcome, 'inconclusive')
      assert.match(summary, told)
    })
  test('that answers garbage is checked', async () => {
    await using odd = await serveSockets((socket) => socket.end('SSH-2.0-plants\r\n'))
    const bad = checker('strict', (collector) => collector.broken(finding('a')))
    assert.equal((await checkWith([bad], { url: odd.url })).outcome, 'breaks')
  })
  test('that dies while it is checked is not checked, unless it was seen to break a rule', async () => {
    const server = await serve((_request, response) => response.end('[]'))
    const killer = checker('killer', async (collector) => {
      collector.kept('a', collector.record(exchange()))
      await server[Symbol.asyncDispose]()
      throw new CheckerFailure('The service is gone.')
    })
    const verdict = await checkWith([killer], { url: server.url })
    assert.equal(verdict.outcome, 'inconclusive')
    assert.equal(verdict.summary, 'killer could not check: The service is gone.')
  })
})

describe('tokens that are all refused', () => {
  const seesCallers = checker('curious', (collector, { callers }) => {
    collector.kept('a', collector.record(exchange({ status: 401 })))
    if (callers.length > 0) collector.broken(finding('a'))
  })
  const doubting = { doubtTokens: true }
  const byGiven = { ...doubting, subject: { only: 'given' } } as const
  for (const [what, withToken, without, options, due] of [
    ['prove nothing when they may be wrong', 401, 401, doubting, 'inconclusive'],
    ['prove nothing by the given alone when they are refused with 400', 400, 400, byGiven, 'inconclusive'],
    ['prove nothing by the given alone when they are refused with 403', 403, 403, byGiven, 'inconclusive'],
    ['are a breach by the given alone if only they get 400', 400, 401, byGiven, 'breaks'],
    ['are a breach of the whole contract when they are refused with 403', 403, 403, doubting, 'breaks'],
    ['are a breach when they are known to be good', 401, 401, {}, 'breaks'],
  ] as const)
    test(what, async () => {
      await using server = await serve(({ headers }, response) =>
        response.writeHead(headers.authorization === undefined ? without : withToken).end(),
      )
      const { outcome, summary } = await checkWith([seesCallers], { url: server.url, ...options })
      assert.equal(outcome, due)
      assert.equal(summary.startsWith(`The token given was not accepted (${withToken})`), due !== 'breaks')
    })
})
