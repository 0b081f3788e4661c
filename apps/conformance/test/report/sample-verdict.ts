/** Verdicts of every outcome by the contract's own rules, made of what fake checkers say: for tests of reports. */
import type { RawResponse, Exchange, NoResponse } from '../../src/exchange.ts'
import { rules } from '../../plant-store/rules.ts'
import type { Verdict } from '../../src/run/verdict.ts'
import { checkWith, exchange, finding, checker, token } from '../run/bench.ts'
import { good, lame } from '../run/run.ts'

/** What a hostile service may put anywhere. */
export const hostile = `</script><img src=x onerror="alert('x')">&amp; ]]> | \`\`\`\u0000\u001B[31m\u202E\uFFFF\n::error::%0A,`

/** A list in a response to the first caller, or what came in its place. */
function sample(
  response: Partial<RawResponse> | NoResponse,
  target = '/plants?limit=3',
): Omit<Exchange, 'id'> {
  const fields = [['Content-Type', 'application/json; charset=utf-8']] as const
  const body = Buffer.from('[{"name":"Alder","tag":"Alnus"},{"name":"Black alder"},{"name":"Фиалка"}]')
  const whole = 'noResponse' in response ? response : { reason: 'OK', fields, body, ...response }
  const sent = [
    ['Host', '127.0.0.1:8080'],
    ['Authorization', `Bearer ${token}`],
  ] as const
  return exchange(whole, { caller: 0, request: { method: 'GET', target, fields: sent } })
}

/** Three failures, of which one was seen by two checkers, and rules of which nothing was seen. */
const careless = checker('careless', (collector) => {
  for (const [index, { id }] of rules.entries())
    if (index % 5 !== 2) collector.kept(id, collector.record(sample({})))
  const short = `curl -si -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:8080/plants?limit=2'`
  for (const [rule, shown, came, due, curl] of [
    ['limit-caps-the-list', sample({}, '/plants?limit=2'), '3 plants came back.', 'at most 2 plants', short],
    ['limit-caps-the-list', undefined, 'Another one.', 'at most 1 plant', `${short} --and-more`],
    [
      'limit-without-leading-zero',
      sample({ body: Buffer.from([0x5b, 0xff, 0xfe, 0x00, 0x5d]), faults: ['odd'] }, '/plants?limit=007'),
      hostile,
      '400 with an Error',
      "curl -si 'http://127.0.0.1:8080/plants?limit=007'",
    ],
    [
      'answers-every-request',
      sample({ noResponse: 'timeout', partial: 'HTTP/1.1 200 O' }, '/plants'),
      'No response within 5 s.',
      'a response',
      "curl -si 'http://127.0.0.1:1/plants'",
    ],
  ] as const)
    collector.broken(
      finding(rule, { came, due, curl, ...(shown !== undefined && { exchange: collector.record(shown) }) }),
    )
})

const verdictOf = (...checkers: Parameters<typeof checkWith>[0]): Promise<Verdict> =>
  checkWith(checkers, { rules })

export const conforming = await verdictOf(good)
export const breaking = await verdictOf(careless)
export const inconclusive = await verdictOf(good, lame)

export const lineOf = (id: string): number => breaking.evidence.find(({ rule }) => rule.id === id)?.line ?? 0
