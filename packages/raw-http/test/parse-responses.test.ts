/** Bytes are read as RFC 9112 says, and whatever breaks its rules is named. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closesConnection, valuesOf } from '@plant-store/raw-http'
import { ResponseReader } from '../src/parse-responses.ts'

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

function parse(text: string, methods: readonly string[] = []): ResponseReader {
  const reader = new ResponseReader()
  reader.methods.push(...methods)
  reader.push(Buffer.from(text, 'latin1'))
  reader.end()
  return reader
}

const bodies = (text: string, methods?: readonly string[]): readonly string[] =>
  parse(text, methods).responses.map(({ body }) => body.toString())

const closes = (text: string): readonly boolean[] =>
  parse(text).responses.map((each) => closesConnection(each))

describe('a response', () => {
  it('has its status line and headers as they were sent', () => {
    const { responses } = parse('HTTP/1.1 200 Fine \xE4\r\nA:b\r\nx-Y:  c, d\t \r\na: \r\n\r\n')
    const [response] = responses
    assert.deepEqual(response && { ...response, body: response.body.toString() }, {
      version: '1.1',
      status: 200,
      reason: 'Fine \xE4',
      fields: [
        ['A', 'b'],
        ['x-Y', 'c, d'],
        ['a', ''],
      ],
      body: '',
      faults: [],
    })
    assert.deepEqual(response && valuesOf(response, 'A'), ['b', ''])
  })

  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'
  const none = [100, 304, 204].map((status) => head.replace('200', String(status))).join('')
  for (const [what, text, due, ...methods] of [
    ['has a body of the stated length', ok, ['ok']],
    [
      'has a body that goes on to the end when nothing is stated',
      'HTTP/1.1 200 OK\r\n\r\none\r\ntwo',
      ['one\r\ntwo'],
    ],
    [
      'has a body put together from its chunks',
      `${chunked}3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n${ok}`,
      ['abc0123456789', 'ok'],
    ],
    [
      'has no body when it answers HEAD, and with 1xx, 204 and 304',
      head + none + ok,
      ['', '', '', '', 'ok'],
      'HEAD',
    ],
    [
      'is followed by the next one; an interim one leaves its request unanswered',
      `HTTP/1.1 100 Continue\r\n\r\n${head}${ok}`,
      ['', '', 'ok'],
      'HEAD',
    ],
  ] as const)
    it(what, () => assert.deepEqual(bodies(text, methods), due))

  it('may be followed by bytes that are not an answer', () => {
    for (const more of ['more', 'HTTP/1.1 20', 'HTTP/1.1 OK\r\n\r\n']) {
      assert.equal(parse(ok + more).surplus.toString(), more)
    }
  })

  it('has the status that its line tells, though that is malformed', () => {
    const text = `HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 2000 OK\r\n\r\n`
    assert.deepEqual(
      parse(text).responses.map(({ status, body }) => [status, body.toString()]),
      [
        [200, 'ok'],
        [2000, ''],
      ],
    )
  })

  it('is the same in whatever pieces it arrives', () => {
    const text = `HTTP/1.1 100 Continue\r\n\r\n${ok}${chunked}3\r\nabc\r\n0\r\n\r\nHTTP/1.1 404 No\r\n\r\nend`
    const whole = parse(text).responses
    for (let size = 1; size < text.length; size += 1) {
      const reader = new ResponseReader()
      for (let at = 0; at < text.length; at += size) {
        reader.push(Buffer.from(text.slice(at, at + size)))
      }
      reader.end()
      assert.deepEqual(reader.responses, whole, `in pieces of ${size}`)
    }
  })
})

describe('a fault is named:', () => {
  const faulty: readonly [what: string, text: string, fault: RegExp][] = [
    ['a malformed version', 'HTTP/1 200 OK\r\n\r\n', /the status line is "HTTP\/1 200 OK"/],
    ['no space after the status', 'HTTP/1.1 200\r\n\r\n', /the status line is "HTTP\/1.1 200"/],
    ['a line without CR', 'HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n', /a line ends without CR/],
    [
      'a header without colon',
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nwhat\r\n\r\n',
      /a header line is "what"/,
    ],
    [
      'a header with a space before its colon',
      'HTTP/1.1 200 OK\r\nA : b\r\n\r\n',
      /a header line is "A : b"/,
    ],
    [
      'a header that goes on in the next line',
      'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n',
      /a header line is " c"/,
    ],
    ['a header with a control character', 'HTTP/1.1 200 OK\r\nA: \u0001\r\n\r\n', /a header line is/],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n', /more than once/],
    [
      'a length and chunks',
      `${chunked.replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n')}0\r\n\r\n`,
      /more than once/,
    ],
    ['a malformed length', 'HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n', /Content-Length is \+1/],
    ['another coding', `${chunked.replace('chunked', 'gzip')}0\r\n\r\n`, /Transfer-Encoding is gzip/],
    ['a body cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nok', /the bytes end after 2 of 5/],
    ['a head cut short', 'HTTP/1.1 200 OK\r\nContent-Le', /the bytes end within a line/],
    [
      'a length after the chunks',
      `${chunked}2\r\nok\r\n0\r\nContent-Length: 2\r\n\r\n`,
      /a trailer is Content-Length/,
    ],
    ['a chunk cut short', `${chunked}5\r\nok`, /the bytes end after 2 of 5/],
    ['chunks without the last one', `${chunked}2\r\nok\r\n`, /the bytes end within a line/],
    [
      'a chunk longer than it says',
      `${chunked}1\r\nok\r\n0\r\n\r\n`,
      /a chunk of 1 bytes is followed by "k"/,
    ],
    ['a malformed chunk size', `${chunked}x\r\nok\r\n0\r\n\r\n`, /a chunk size is "x"/],
  ]
  for (const [what, text, fault] of faulty) {
    it(what, () => {
      assert.match(
        parse(text)
          .responses.flatMap(({ faults }) => faults)
          .join('; '),
        fault,
      )
    })
  }
})

describe('a body that goes on until the connection ends', () => {
  for (const isBroken of [false, true]) {
    it(
      isBroken ? 'is not known to be whole where the connection is reset' : 'is whole where it is closed',
      () => {
        const reader = new ResponseReader()
        reader.methods.push('GET')
        reader.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\nall'))
        reader.end(isBroken)
        const [response] = reader.responses
        assert.deepEqual([response?.body.toString(), response?.faults.length], ['all', isBroken ? 1 : 0])
      },
    )
  }
})

describe('after a response the connection', () => {
  it('closes when the response says so, and under HTTP/1.0 unless it says otherwise', () => {
    assert.deepEqual(closes('HTTP/1.1 200 OK\r\nConnection: x ,CLOSE\r\n\r\n'), [true])
    assert.deepEqual(closes('HTTP/1.0 200 OK\r\n\r\n'), [true])
    assert.deepEqual(closes('HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n\r\n'), [false])
    assert.deepEqual(closes('HTTP/1.1 200 OK\r\nConnection: x\r\n\r\n'), [false])
  })
})

describe('a connection', () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'

  it('is switched to another protocol when bytes of it follow a 101', () => {
    assert.equal(parse(`${switching}\0\0\0\x04\0\0\0\0\0`).isSwitched, true)
  })

  it('is also switched without 101, but not by a 101 alone, nor where a response or other bytes follow', () => {
    assert.equal(parse('\0\0\x12\x04\0\0\0\0\0').isSwitched, true)
    const others = [switching, switching + ok, `${switching}\0\0\0\x01\0\0\0\0\0`]
    assert.deepEqual(
      others.map((text) => parse(text).isSwitched),
      [false, false, false],
    )
  })
})
