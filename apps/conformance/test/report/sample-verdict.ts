/** Made-up verdicts of every outcome, but with the contract's own rules: for tests of reports. */
import { readContract } from '../../src/contract/document.ts'
import type { Answer, Exchange, NoResponse } from '../../src/exchange.ts'
import type { Finding } from '../../src/court/judge.ts'
import { findFailures } from '../../src/court/failures.ts'
import { rules } from '../../src/rules/rules.ts'
import type { Evidence, Verdict } from '../../src/court/verdict.ts'

/** What a hostile service may put anywhere. */
export const hostile = `</script><img src=x onerror="alert('x')">&amp; ]]> | \`\`\`\u0000\u001B[31m\u202E\uFFFF\n::error::%0A,`

export const contract = readContract()

let exchanges = 0

export function sampleExchange(answer: Partial<Answer> | NoResponse, target = '/plants?limit=3'): Exchange {
  exchanges += 1
  const fields = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Cache-Control', 'private, no-cache'],
    ['X-Request-Id', '5f1c0b52-8a5e-4c7e-9d0a-3e2b7a9d6c41'],
  ] as const
  const body = Buffer.from('[{"name":"Alder","tag":"Alnus"},{"name":"Black alder"},{"name":"Фиалка"}]')
  const whole = { version: '1.1', status: 200, reason: 'OK', fields, body, faults: [] }
  return {
    id: exchanges,
    judge: 'sessions',
    caller: 0,
    request: {
      method: 'GET',
      target,
      fields: [
        ['Host', '127.0.0.1:8080'],
        ['Authorization', 'Bearer $TOKEN'],
      ],
    },
    answer: 'noResponse' in answer ? answer : { ...whole, ...answer },
    startedAt: new Date('2026-11-21T09:30:00Z'),
    durationMs: 3.2,
    connection: 1,
  }
}

const refusal: Partial<Answer> = {
  status: 400,
  reason: 'Bad Request',
  body: Buffer.from('{"error":40001,"message":"limit must be a whole number."}'),
}

function evidenceOf(findings: readonly Finding[], isSeen: (index: number) => boolean): readonly Evidence[] {
  return rules.map((rule, index) => {
    const own = findings.filter((finding) => finding.rule === rule.id)
    const seen = isSeen(index)
    const refusable = rule.kind === 'refusable'
    return {
      rule,
      part: contract.partOf(rule),
      line: contract.lineOf(rule),
      isDue: true,
      kept: seen ? 12 + index * 37 : 0,
      refused: refusable ? (seen ? index : 0) : undefined,
      broken: own.length,
      findings: own,
      unjudged: seen ? [] : ['It takes a caller whose plants are known.'],
      examples: seen
        ? [sampleExchange({}), ...(refusable ? [sampleExchange(refusal, '/plants?limit=-1')] : [])]
        : [],
    }
  })
}

const findings: readonly Finding[] = [
  {
    rule: 'limit-caps-the-list',
    judge: 'sessions',
    exchange: sampleExchange({}, '/plants?limit=2'),
    came: '3 plants came back where at most 2 were asked for.',
    due: 'at most 2 plants',
    curl: `curl -si -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:8080/plants?limit=2'`,
  },
  {
    rule: 'limit-caps-the-list',
    judge: 'schemathesis',
    came: 'Another one.',
    due: 'at most 1 plant',
    curl: `curl -si -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' 'http://127.0.0.1:8080/plants?limit=1'`,
  },
  {
    rule: 'limit-without-leading-zero',
    judge: 'sessions',
    exchange: sampleExchange(
      { body: Buffer.from([0x5b, 0xff, 0xfe, 0x00, 0x5d]), faults: ['the length is wrong'] },
      '/plants?limit=007',
    ),
    came: hostile,
    due: '400 with an Error',
    curl: `curl -si 'http://127.0.0.1:8080/plants?limit=007'`,
  },
  {
    rule: 'answers-every-request',
    judge: 'sessions',
    exchange: sampleExchange({ noResponse: 'timeout', partial: 'HTTP/1.1 200 O' }, '/plants'),
    came: 'No answer within 5 s.',
    due: 'an answer',
    curl: `curl -si 'http://127.0.0.1:1/plants'`,
  },
]

function verdictOf(outcome: Verdict['outcome'], summary: string, more: Partial<Verdict> = {}): Verdict {
  return {
    outcome,
    summary,
    subject: {
      url: 'http://127.0.0.1:8080',
      only: 'all',
      seed: 1,
      budget: 'quick',
      atLeast: 90,
      timeMs: 60_000,
      callers: 3,
      refusedTokens: 7,
    },
    contractVersion: '1.0.0',
    startedAt: new Date('2026-11-21T09:30:00Z'),
    durationMs: 6340,
    judges: [
      { name: 'sessions', durationMs: 4210, exchanges: 1843, notReached: [] },
      { name: 'schemathesis', durationMs: 6120, exchanges: 312, notReached: [] },
      { name: 'prism', durationMs: 5900, exchanges: 0, notReached: [] },
    ],
    evidence: evidenceOf([], () => true),
    failures: [],
    unseen: ['GET /plants declares 500, 503: never seen.'],
    exchanges: [
      sampleExchange({}),
      sampleExchange(refusal, '/plants?limit=-1'),
      sampleExchange({ noResponse: 'reset' }),
    ],
    ...more,
  }
}

export const conforming = verdictOf(
  'conforms',
  `The service keeps the contract: all ${rules.length} rules were seen kept.`,
)

export const breaking = verdictOf('breaks', 'The service breaks the contract: 3 failures.', {
  evidence: evidenceOf(findings, (index) => index % 5 !== 2),
  failures: findFailures(rules, findings),
  exchanges: findings.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange])),
})

export const unjudged = verdictOf(
  'unjudged',
  'schemathesis could not judge: Python 3.10 or newer was not found.',
  {
    evidence: evidenceOf([], (index) => index % 3 === 0),
    judges: [
      { name: 'sessions', durationMs: 4210, exchanges: 1843, notReached: [] },
      {
        name: 'schemathesis',
        durationMs: 12,
        exchanges: 0,
        notReached: [],
        failure: 'Python 3.10 or newer was not found.',
      },
    ],
  },
)
