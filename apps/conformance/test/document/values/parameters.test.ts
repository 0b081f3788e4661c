/** Values in parameters: what is written is read again, and what readers differ on is open. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Parameter } from '../../../src/document/model.ts'
import { matchPath } from '../../../src/document/paths.ts'
import { readParameter } from '../../../src/document/values/read.ts'
import { writeParameter } from '../../../src/document/values/parameter-texts.ts'
import { demandsWith, parameter, partsOf } from './contract.ts'

const array = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }

/** OpenAPI 3.1, 4.8.12.4: what it says for `color`, here with `p`; undefined for n/a. */
const styles: readonly (readonly [
  Parameter['in'],
  string,
  boolean,
  scalar: string | undefined,
  array: string | undefined,
  object: string | undefined,
])[] = [
  ['path', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['path', 'label', false, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['path', 'label', true, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'matrix', false, ';p=blue', ';p=blue,black,brown', ';p=R,100,G,200,B,150'],
  ['path', 'matrix', true, ';p=blue', ';p=blue;p=black;p=brown', ';R=100;G=200;B=150'],
  ['query', 'form', false, 'p=blue', 'p=blue,black,brown', 'p=R,100,G,200,B,150'],
  ['query', 'form', true, 'p=blue', 'p=blue&p=black&p=brown', 'R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, undefined, 'p=blue%20black%20brown', 'p=R%20100%20G%20200%20B%20150'],
  ['query', 'pipeDelimited', false, undefined, 'p=blue%7Cblack%7Cbrown', 'p=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'deepObject', true, undefined, undefined, 'p%5BR%5D=100&p%5BG%5D=200&p%5BB%5D=150'],
  ['query', 'pipeDelimited', true, undefined, undefined, undefined],
  ['header', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['header', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['cookie', 'form', false, 'p=blue', 'p=blue,black,brown', 'p=R,100,G,200,B,150'],
  ['cookie', 'form', true, 'p=blue', undefined, undefined],
]

const schemas = {
  scalar: { type: 'string' },
  array: { type: 'array', items: { type: 'string' } },
  object: {
    type: 'object',
    properties: {
      R: { type: 'integer' },
      G: { type: 'integer' },
      B: { type: 'integer' },
    },
  },
} as const

describe('a parameter', () => {
  for (const [place, style, explode, ...due] of styles) {
    const one = parameter(place, style, explode)
    it(`is written in ${place} as ${style}${explode ? ', exploded' : ''}, and read again`, () => {
      for (const [at, value] of (['blue', array, object] as const).entries()) {
        const kind = (['scalar', 'array', 'object'] as const)[at] ?? 'scalar'
        const written = writeParameter(one, value)
        assert.equal(written, due[at])
        if (written === undefined) continue
        assert.deepEqual(readParameter(one, demandsWith(schemas[kind]), partsOf(one, written)), { value })
      }
    })
  }

  const texts = { type: 'array', items: { type: 'string' } }
  const open: readonly (readonly [unknown, string])[] = [
    [
      { type: 'integer' },
      'p p= p=1.0 p=%2B5 p=+5 p=05 p=-0 p=1e3 p=%205 p=5%20 p=1_000 p=0x10 p=%D9%A5 p=%FF p=1&p=2',
    ],
    [{ type: 'integer' }, 'p=9007199254740993 p[]=1 p=5&p.x=1'],
    [{ type: 'boolean' }, 'p=True p=1 p=yes p=TRUE p='],
    [{ type: ['integer', 'null'] }, 'p=null p=None'],
    [texts, 'p=a,b p=a%2Cb p=a&p= p=a&p'],
    [{ type: ['array', 'string'] }, 'p=a'],
    [{ type: ['string', 'integer'], maximum: 3 }, 'p=5'],
  ]
  for (const [schema, queries] of open) {
    it(`by ${JSON.stringify(schema)} is open in ${queries}`, () => {
      for (const query of queries.split(' ')) {
        const request = { path: {}, query, fields: [] }
        assert.equal(
          readParameter(parameter('query', 'form', true), demandsWith(schema), request),
          'open',
          query,
        )
      }
    })
  }

  it('of a path with what proxies and services decode too early is open', () => {
    const one = parameter('path', 'simple', false)
    for (const path of ['a%2Fb', '%2E%2E', 'a%5Cb', '%00', 'a%25', 'a%3Bb']) {
      assert.equal(
        readParameter(one, demandsWith({ type: 'string' }), {
          path: { p: path },
          query: '',
          fields: [],
        }),
        'open',
        path,
      )
    }
  })

  it('of a header field may be quoted, as entity tags are', () => {
    const [one, list] = [
      parameter('header', 'simple', false),
      demandsWith({ type: 'array', items: { type: 'string' } }),
    ]
    const request = { path: {}, query: '', fields: [['P', '"a"'] as const] }
    assert.deepEqual(readParameter(one, demandsWith({ type: 'string' }), request), {
      value: '"a"',
    })
    assert.equal(readParameter(one, list, request), 'open')
  })

  it('is found in the path that its template describes', () => {
    assert.deepEqual(matchPath('/a/{b}/c.{d}', '/a/x%20y/c.z'), { b: 'x%20y', d: 'z' })
    assert.equal(matchPath('/a/{b}', '/a/x/y'), undefined)
  })
})
