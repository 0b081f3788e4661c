/** What one response breaks: by what is known of the list, and by the given contract alone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RawResponse, Field, SentRequest } from '../../src/exchange.ts'
import { analyse } from '../../src/plants/oracle/analyse.ts'
import { examine } from '../../src/plants/oracle/examine.ts'
import { Knowledge } from '../../src/plants/oracle/knowledge.ts'
import { responseOf } from '../response-of.ts'
import { subjectOf } from '../subject.ts'

const token = 'token-of-ana-1'
const good: Field = ['Authorization', `Bearer ${token}`]

const get = (target: string, ...fields: readonly Field[]): SentRequest => ({ method: 'GET', target, fields })

/** What is known before the response comes. */
interface Known {
  readonly only?: 'given'
  readonly tag?: string
  /** The tags of forms other than the usual one, by the field that chooses them. */
  readonly forms?: Readonly<Record<string, string>>
  /** When the list was last changed. */
  readonly date?: string
}

/** The rules that the response breaks, of those that the pattern finds. */
function broken(request: SentRequest, got: RawResponse, known: Known, pattern: RegExp): readonly string[] {
  const { only = 'all', tag, forms = {}, date } = known
  const subject = subjectOf('http://127.0.0.1:1', { callers: [{ token }], only })
  const knowledge = new Knowledge(subject)
  const asked = analyse(request, knowledge)
  if (tag !== undefined) knowledge.learnTag(asked, tag)
  for (const [key, own] of Object.entries(forms)) knowledge.learnTag(asked, own, key)
  if (date !== undefined) knowledge.learnModified(asked, date)
  // What is due depends on what was learnt.
  const analysis = analyse(request, knowledge)
  const { breaches } = examine(got, { request, analysis, knowledge })
  return breaches.map(({ rule }) => rule).filter((rule) => pattern.test(rule))
}

const names = (tags: string): Field => ['If-None-Match', tags]
const since = (date: string): Field => ['If-Modified-Since', date]
const until = (date: string): Field => ['If-Unmodified-Since', date]

const tag = '"a"'
const a: Field = ['ETag', tag]
const unchanged = responseOf(304, '', [a])
const list = responseOf(200, '', [a])
const html: Field = ['Accept', 'text/html']
const page = responseOf(304, '', [
  ['ETag', '"a-page"'],
  ['Vary', 'Authorization, Accept'],
])
const pages = { 'accept: text/html': '"a-page"' }
const zipped = { 'accept-encoding: gzip': '"a--gzip"' }
const date = 'Mon, 05 Feb 2024 08:00:00 GMT'
const older = 'Thu, 01 Jan 1970 00:00:00 GMT'
const later = 'Fri, 31 Dec 2100 00:00:00 GMT'

describe('a condition', () => {
  const cases: readonly (readonly [what: string, Field[], RawResponse, Known, rule?: string])[] = [
    ['names the tag of the 304, though none came before', [names('"x", "a"')], unchanged, {}],
    ['names every tag', [names('*')], unchanged, {}],
    ['names another tag than that of the 304', [names('"x"')], unchanged, {}, 'modified-200'],
    ['is not there', [], unchanged, {}, 'modified-200'],
    ['names the known tag', [names('"a"')], unchanged, { tag }],
    ['names the known tag, and a list comes', [names('"a"')], list, { tag }, 'not-modified-304'],
    ['names another tag than the known one', [names('"x"')], unchanged, { tag }, 'modified-200'],
    ['names the tag of the form that Vary names', [html, names('"a-page"')], page, { tag, forms: pages }],
    ['names that tag, whose first response it is', [html, names('"a-page"')], page, { tag }],
    ['names another tag than that of the form', [html, names('"x"')], page, { tag }, 'modified-200'],
    [
      'names the tag of a form that no Vary names',
      [html, names('"a-page"')],
      unchanged,
      { tag, forms: pages },
      'modified-200',
    ],
    [
      'names the tag of a form that was not asked for',
      [names('"a-page"')],
      page,
      { tag, forms: pages },
      'modified-200',
    ],
    ['names the tag of another content coding', [names('"a--gzip"')], unchanged, { tag, forms: zipped }],
    ['names it, and a list comes', [names('"a--gzip"')], list, { tag, forms: zipped }],
    ['names that of a coding never seen', [names('"a--gzip"')], unchanged, { tag }, 'modified-200'],
    ['gives the date of the last change', [since(date)], responseOf(304), { date }],
    ['gives a later date', [since(later)], responseOf(304), { date }],
    ['gives what is no date', [since('no date')], responseOf(304), { date }],
    ['gives an older date', [since(older)], responseOf(304), { date }, 'modified-200'],
    ['demands an older list', [until(older)], responseOf(412), { date }],
    ['demands another tag', [['If-Match', '"x"']], responseOf(412), { date }],
    ['demands that list', [until(date)], responseOf(412), { date }, 'answers-right-requests'],
    ['demands a list no newer', [until(later)], responseOf(412), { date }, 'answers-right-requests'],
    ['demands any list', [['If-Match', '*']], responseOf(412), { date }, 'answers-right-requests'],
    // A list without a readable date rules out neither.
    ['gives a date where lists have none', [since(older)], responseOf(304), { date: 'yesterday' }],
    ['demands a date where lists have none', [until(later)], responseOf(412), { date: 'yesterday' }],
    ['demands a date where that of lists is empty', [until(later)], responseOf(412), { date: '' }],
  ]
  for (const [what, fields, got, known, rule] of cases) {
    it(`${what}: ${got.status} ${rule === undefined ? 'is right' : `breaks ${rule}`}`, () => {
      const pattern = /^(?:not-modified-304|modified-200|answers-right-requests)$/
      assert.deepEqual(broken(get('/plants', good, ...fields), got, known, pattern), rule ? [rule] : [])
    })
  }
})

it('a response to OPTIONS is no list: caches may keep it', () => {
  const kept = responseOf(200, '', [['CDN-Cache-Control', 'max-age=60']])
  assert.deepEqual(broken({ ...get('/plants', good), method: 'OPTIONS' }, kept, {}, /private/), [])
  assert.deepEqual(broken(get('/plants', good), kept, {}, /private/).slice(0, 1), ['list-is-private'])
})

describe('by the given contract alone', () => {
  const json: Field = ['Content-Type', 'application/json']
  const text: Field = ['Content-Type', 'text/html']
  const version10 = { ...get('/plants', ['Host', 'a']), bytes: 'GET /plants HTTP/1.0\r\nHost: a\r\n\r\n' }
  const named = (request: SentRequest, got: RawResponse, pattern = /^/): readonly string[] =>
    broken(request, got, { only: 'given' }, pattern)

  it('a request that it does not describe may be answered with any page and any status', () => {
    assert.deepEqual(named(version10, responseOf(426, '<p>No.', [text])), [])
    assert.deepEqual(named(version10, responseOf(200, '<p>Welcome', [text])), [])
    assert.deepEqual(named({ ...get('/plants', good), body: 'x' }, responseOf(400, '<p>No.', [text])), [])
  })

  it('but gets no list without a token', () => {
    const one = '[{"name":"Oak"}]'
    assert.deepEqual(named(version10, responseOf(200, '[]', [json])), ['token-required'])
    assert.deepEqual(named(get('http://127.0.0.1/plants'), responseOf(200, one, [json])), ['token-required'])
  })

  it('a refusal of a usual request has the declared body, and may be a page where pages are asked for', () => {
    const refusal = responseOf(400, '<p>No.', [text])
    assert.deepEqual(named(get('/plants?limit=x', good), refusal, /type/), ['error-content-type'])
    assert.deepEqual(named(get('/plants?limit=x', good, html), refusal, /^error-/), [])
  })

  for (const target of ['/plants?limit=-1', '/plants?limit=007']) {
    it(`a limit that only our decisions make wrong must not make the service fail: ${target}`, () => {
      const pattern = /^wrong-request-400$/
      assert.deepEqual(named(get(target, good), responseOf(422, '', [text]), pattern), [])
      assert.deepEqual(named(get(target, good), responseOf(500, '', [text]), pattern), ['wrong-request-400'])
    })
  }
})
