/** What one response breaks, where the catalogue of faulty servers has none that does so. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RawResponse, Field, SentRequest } from '../../src/exchange.ts'
import { analyse } from '../../plant-store/oracle/analyse.ts'
import { examine } from '../../plant-store/oracle/examine.ts'
import { Knowledge } from '../../plant-store/oracle/knowledge.ts'
import { responseOf } from '../response-of.ts'
import { subjectOf } from '../subject.ts'

const token = 'token-of-ana-1'
const good: Field = ['Authorization', `Bearer ${token}`]

const get = (target: string, ...fields: readonly Field[]): SentRequest => ({ method: 'GET', target, fields })

/** The rules that the response breaks, of those that the pattern finds. `tag`, `date`: of the list, when it came before. */
function broken(
  request: SentRequest,
  got: RawResponse,
  {
    only = 'all',
    tag,
    date,
    pattern = /^/,
  }: { only?: 'all' | 'given'; tag?: string; date?: string; pattern?: RegExp },
): readonly string[] {
  const knowledge = new Knowledge(subjectOf('http://127.0.0.1:1', { callers: [{ token }], only }))
  if (tag !== undefined) knowledge.learnTag(analyse(request, knowledge), tag)
  if (date !== undefined) knowledge.learnModified(analyse(request, knowledge), date)
  // What is due depends on what was learnt.
  const { breaches } = examine(got, { request, analysis: analyse(request, knowledge), knowledge })
  return breaches.map(({ rule }) => rule).filter((rule) => pattern.test(rule))
}

describe('a condition', () => {
  const since = (date: string): Field => ['If-Modified-Since', date]
  const until = (date: string): Field => ['If-Unmodified-Since', date]
  const date = 'Mon, 05 Feb 2024 08:00:00 GMT'
  const older = 'Thu, 01 Jan 1970 00:00:00 GMT'
  const later = 'Fri, 31 Dec 2100 00:00:00 GMT'
  const pattern = /^(?:not-modified-304|modified-200|answers-right-requests)$/
  const cases: readonly (readonly [what: string, Field, status: number, date: string, rule?: string])[] = [
    ['gives a later date', since(later), 304, date],
    ['gives what is no date', since('no date'), 304, date],
    ['gives an older date', since(older), 304, date, 'modified-200'],
    ['demands an older list', until(older), 412, date],
    ['demands another tag', ['If-Match', '"x"'], 412, date],
    ['demands that list', until(date), 412, date, 'answers-right-requests'],
    ['demands any list', ['If-Match', '*'], 412, date, 'answers-right-requests'],
    // A list without a readable date rules out neither.
    ['gives a date where lists have none', since(older), 304, 'yesterday'],
    ['demands a date where lists have none', until(later), 412, 'yesterday'],
  ]
  for (const [what, field, status, own, rule] of cases)
    it(`${what}: ${status} ${rule === undefined ? 'is right' : `breaks ${rule}`}`, () => {
      const got = responseOf(status, '', [['ETag', '"a"']])
      assert.deepEqual(broken(get('/plants', good, field), got, { date: own, pattern }), rule ? [rule] : [])
    })

  it('may name the tag of another form of the list, of which that is the first response', () => {
    const asked = get('/plants', good, ['Accept', 'text/html'], ['If-None-Match', '"a-page"'])
    const got = (tag: string) =>
      responseOf(304, '', [
        ['ETag', tag],
        ['Vary', 'Authorization, Accept'],
      ])
    assert.deepEqual(broken(asked, got('"a-page"'), { tag: '"a"', pattern }), [])
    assert.deepEqual(broken(asked, got('"x"'), { tag: '"a"', pattern }), ['modified-200'])
  })
})

describe('by the given contract alone', () => {
  const json: Field = ['Content-Type', 'application/json']

  it('a request that it does not describe gets no list without a token', () => {
    const version10 = { ...get('/plants', ['Host', 'a']), bytes: 'GET /plants HTTP/1.0\r\nHost: a\r\n\r\n' }
    const only = 'given'
    assert.deepEqual(broken(version10, responseOf(200, '[]', [json]), { only }), ['token-required'])
    const one = responseOf(200, '[{"name":"Oak"}]', [json])
    assert.deepEqual(broken(get('http://127.0.0.1/plants'), one, { only }), ['token-required'])
  })

  for (const target of ['/plants?limit=-1', '/plants?limit=007'])
    it(`a limit that only our decisions make wrong must not make the service fail: ${target}`, () => {
      const own = { only: 'given', pattern: /^wrong-request-400$/ } as const
      const page: Field = ['Content-Type', 'text/html']
      assert.deepEqual(broken(get(target, good), responseOf(422, '', [page]), own), [])
      assert.deepEqual(broken(get(target, good), responseOf(500, '', [page]), own), ['wrong-request-400'])
    })
})
