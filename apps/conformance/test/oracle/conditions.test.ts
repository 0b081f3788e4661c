/** Whether a 304 counts as right, by the tag of the list if one has come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '../../src/contract/operations.ts'
import type { Answer, Field, SentRequest } from '../../src/exchange.ts'
import { analyse } from '../../src/oracle/analyse.ts'
import { examine } from '../../src/oracle/examine.ts'
import { Knowledge } from '../../src/oracle/knowledge.ts'
import { answerOf } from '../answer-of.ts'
import { subjectOf } from '../subject.ts'

const token = 'token-of-ana-1'

function ask(...fields: readonly Field[]): SentRequest {
  return { method: 'GET', target: '/plants', fields: [['Authorization', `Bearer ${token}`], ...fields] }
}

const names = (tags: string): Field => ['If-None-Match', tags]

/** What is known about the list before the answer comes. */
interface Known {
  readonly tag?: string
  /** The tags of forms other than the usual one, by the field that chooses them. */
  readonly forms?: Readonly<Record<string, string>>
  /** When it was last changed. */
  readonly date?: string
}

/** The rules about conditions that the answer breaks. */
function broken(request: SentRequest, got: Answer, { tag, forms = {}, date }: Known = {}): string[] {
  const subject = subjectOf('http://127.0.0.1:1', { callers: [{ token }] })
  const knowledge = new Knowledge(subject, operations)
  const asked = analyse(request, knowledge)
  if (tag !== undefined) knowledge.learnTag(asked, tag)
  for (const [wish, own] of Object.entries(forms)) knowledge.learnTag(asked, own, wish)
  if (date !== undefined) knowledge.learnModified(asked, date)
  // What is due depends on what was learnt.
  const analysis = analyse(request, knowledge)
  const { breaches } = examine(got, { request, analysis, knowledge })
  return breaches
    .map(({ rule }) => rule)
    .filter((rule) => /^(?:not-modified-304|modified-200|answers-right-requests)$/.test(rule))
}

describe('a 304', () => {
  const a: Field = ['ETag', '"a"']
  const tag = '"a"'
  const unchanged = answerOf(304, '', [a])

  it('is right if its own tag was named, though no tag came before', () => {
    assert.deepEqual(broken(ask(names('"x", "a"')), unchanged), [])
    assert.deepEqual(broken(ask(names('*')), unchanged), [])
  })

  it('is wrong if another tag was named, or none', () => {
    assert.deepEqual(broken(ask(names('"x"')), unchanged), ['modified-200'])
    assert.deepEqual(broken(ask(), unchanged), ['modified-200'])
  })

  it('is due as soon as the tag is known, and only for that tag', () => {
    assert.deepEqual(broken(ask(names('"a"')), unchanged, { tag }), [])
    assert.deepEqual(broken(ask(names('"a"')), answerOf(200, '', [a]), { tag }), ['not-modified-304'])
    assert.deepEqual(broken(ask(names('"x"')), unchanged, { tag }), ['modified-200'])
  })

  it('is right for the tag of the form that the request chose, according to Vary', () => {
    const pages: Field = ['Accept', 'text/html']
    const forms = { 'accept: text/html': '"a-page"' }
    const page = answerOf(304, '', [
      ['ETag', '"a-page"'],
      ['Vary', 'Authorization, Accept'],
    ])
    assert.deepEqual(broken(ask(pages, names('"a-page"')), page, { tag, forms }), [])
    // It may be the first answer in that form.
    assert.deepEqual(broken(ask(pages, names('"a-page"')), page, { tag }), [])
    assert.deepEqual(broken(ask(pages, names('"x"')), page, { tag }), ['modified-200'])
    assert.deepEqual(broken(ask(pages, names('"a-page"')), unchanged, { tag, forms }), ['modified-200'])
    assert.deepEqual(broken(ask(names('"a-page"')), page, { tag, forms }), ['modified-200'])
  })
})

describe('a 304 for the tag of the list in another content coding', () => {
  const tag = '"a"'
  const unchanged = answerOf(304, '', [['ETag', tag]])

  it('is right, and so is a list', () => {
    const forms = { 'accept-encoding: gzip': '"a--gzip"' }
    assert.deepEqual(broken(ask(names('"a--gzip"')), unchanged, { tag, forms }), [])
    assert.deepEqual(broken(ask(names('"a--gzip"')), answerOf(200, '', [['ETag', tag]]), { tag, forms }), [])
  })

  it('is wrong if the list was not seen in it', () => {
    assert.deepEqual(broken(ask(names('"a--gzip"')), unchanged, { tag }), ['modified-200'])
  })
})

describe('where lists say when they were last changed', () => {
  const date = 'Mon, 05 Feb 2024 08:00:00 GMT'
  const older = 'Thu, 01 Jan 1970 00:00:00 GMT'
  const later = 'Fri, 31 Dec 2100 00:00:00 GMT'

  it('304 is right if the condition names that date or a later one', () => {
    for (const since of [date, later, 'no date']) {
      assert.deepEqual(broken(ask(['If-Modified-Since', since]), answerOf(304), { date }), [], since)
    }
    assert.deepEqual(broken(ask(['If-Modified-Since', older]), answerOf(304), { date }), ['modified-200'])
  })

  it('412 is right if the condition demands an older list, or other tags', () => {
    assert.deepEqual(broken(ask(['If-Unmodified-Since', older]), answerOf(412), { date }), [])
    assert.deepEqual(broken(ask(['If-Match', '"x"']), answerOf(412), { date }), [])
    for (const field of [
      ['If-Unmodified-Since', date],
      ['If-Unmodified-Since', later],
      ['If-Match', '*'],
    ] satisfies Field[]) {
      assert.deepEqual(
        broken(ask(field), answerOf(412), { date }),
        ['answers-right-requests'],
        field.join(': '),
      )
    }
  })

  it('a list without a readable date rules out neither 304 nor 412', () => {
    assert.deepEqual(broken(ask(['If-Modified-Since', older]), answerOf(304), { date: 'yesterday' }), [])
    assert.deepEqual(broken(ask(['If-Unmodified-Since', later]), answerOf(412), { date: 'yesterday' }), [])
    assert.deepEqual(broken(ask(['If-Unmodified-Since', later]), answerOf(412), { date: '' }), [])
  })
})
