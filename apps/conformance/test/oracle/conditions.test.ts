/** Whether a 304 counts as right, by the tag of the list if one has come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import type { Answer, Field, SentRequest } from '../../src/exchange.ts'
import { analyse } from '../../src/oracle/analyse.ts'
import { examine } from '../../src/oracle/examine.ts'
import { Knowledge } from '../../src/oracle/knowledge.ts'
import { subjectOf } from '../subject.ts'

const token = 'token-of-ana-1'

function ask(...fields: readonly Field[]): SentRequest {
  return { method: 'GET', target: '/plants', fields: [['Authorization', `Bearer ${token}`], ...fields] }
}

const names = (tags: string): Field => ['If-None-Match', tags]

const changed = 'Mon, 05 Feb 2024 08:00:00 GMT'

/** The rules about conditions that an answer breaks if the list was last changed at this date. */
function brokenByDate(request: SentRequest, status: number, date = changed): string[] {
  const subject = subjectOf('http://127.0.0.1:1', { callers: [{ token }] })
  const knowledge = new Knowledge(subject, Object.values(operations))
  knowledge.learnModified(analyse(request, knowledge), date)
  const answer: Answer = { version: '1.1', status, reason: '', fields: [], body: Buffer.from(''), faults: [] }
  const { breaches } = examine(answer, { request, analysis: analyse(request, knowledge), knowledge })
  return breaches
    .map(({ rule }) => rule)
    .filter((rule) => /^(?:modified-200|answers-right-requests)$/.test(rule))
}

/** The rules about conditions that an answer breaks if it is the first to come, or if the tag of the list is known. */
function broken(
  request: SentRequest,
  status: number,
  fields: readonly Field[],
  tag?: string,
  forms: Readonly<Record<string, string>> = {},
): string[] {
  const subject = subjectOf('http://127.0.0.1:1', { callers: [{ token }] })
  const knowledge = new Knowledge(subject, Object.values(operations))
  const analysis = analyse(request, knowledge)
  if (tag !== undefined) knowledge.learnTag(analysis, tag)
  for (const [wish, own] of Object.entries(forms)) knowledge.learnTag(analysis, own, wish)
  const answer: Answer = { version: '1.1', status, reason: '', fields, body: Buffer.from(''), faults: [] }
  const { breaches } = examine(answer, { request, analysis, knowledge })
  return breaches.map(({ rule }) => rule).filter((rule) => /^(?:not-modified-304|modified-200)$/.test(rule))
}

describe('a 304', () => {
  const a: Field = ['ETag', '"a"']

  it('is right if its own tag was named, though no tag came before', () => {
    assert.deepEqual(broken(ask(names('"x", "a"')), 304, [a]), [])
    assert.deepEqual(broken(ask(names('*')), 304, [a]), [])
  })

  it('is wrong if another tag was named, or none', () => {
    assert.deepEqual(broken(ask(names('"x"')), 304, [a]), ['modified-200'])
    assert.deepEqual(broken(ask(), 304, [a]), ['modified-200'])
  })

  it('is due as soon as the tag is known, and only for that tag', () => {
    assert.deepEqual(broken(ask(names('"a"')), 304, [a], '"a"'), [])
    assert.deepEqual(broken(ask(names('"a"')), 200, [a], '"a"'), ['not-modified-304'])
    assert.deepEqual(broken(ask(names('"x"')), 304, [a], '"a"'), ['modified-200'])
  })

  it('is right for the tag of the form that the request chose, according to Vary', () => {
    const pages: Field = ['Accept', 'text/html']
    const forms = { 'accept: text/html': '"a-page"' }
    const page: readonly Field[] = [
      ['ETag', '"a-page"'],
      ['Vary', 'Authorization, Accept'],
    ]
    assert.deepEqual(broken(ask(pages, names('"a-page"')), 304, page, '"a"', forms), [])
    // It may be the first answer in that form.
    assert.deepEqual(broken(ask(pages, names('"a-page"')), 304, page, '"a"'), [])
    assert.deepEqual(broken(ask(pages, names('"x"')), 304, page, '"a"'), ['modified-200'])
    assert.deepEqual(broken(ask(pages, names('"a-page"')), 304, [a], '"a"', forms), ['modified-200'])
    assert.deepEqual(broken(ask(names('"a-page"')), 304, page, '"a"', forms), ['modified-200'])
  })
})

describe('where lists say when they were last changed', () => {
  const older = 'Thu, 01 Jan 1970 00:00:00 GMT'
  const later = 'Fri, 31 Dec 2100 00:00:00 GMT'

  it('304 is right if the condition names that date or a later one', () => {
    for (const date of [changed, later, 'no date']) {
      assert.deepEqual(brokenByDate(ask(['If-Modified-Since', date]), 304), [], date)
    }
    assert.deepEqual(brokenByDate(ask(['If-Modified-Since', older]), 304), ['modified-200'])
  })

  it('412 is right if the condition demands an older list, or other tags', () => {
    assert.deepEqual(brokenByDate(ask(['If-Unmodified-Since', older]), 412), [])
    assert.deepEqual(brokenByDate(ask(['If-Match', '"x"']), 412), [])
    for (const field of [
      ['If-Unmodified-Since', changed],
      ['If-Unmodified-Since', later],
      ['If-Match', '*'],
    ] satisfies Field[]) {
      assert.deepEqual(brokenByDate(ask(field), 412), ['answers-right-requests'], field.join(': '))
    }
  })

  it('a list without a readable date rules out neither 304 nor 412', () => {
    assert.deepEqual(brokenByDate(ask(['If-Modified-Since', older]), 304, 'yesterday'), [])
    assert.deepEqual(brokenByDate(ask(['If-Unmodified-Since', later]), 412, 'yesterday'), [])
    assert.deepEqual(brokenByDate(ask(['If-Unmodified-Since', later]), 412, ''), [])
  })
})
