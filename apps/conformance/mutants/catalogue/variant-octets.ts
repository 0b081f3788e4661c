/** Correct servers that write the octets of answers in other ways that HTTP lets them. */
import { setTimeout } from 'node:timers/promises'
import { hinting, unmeasured, writing } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import { type Ask, withField } from '../server/ask.ts'
import { bodied, endWith, toOctets } from '../server/write-reply.ts'
import { all, http10, is200, method, not } from '../triggers.ts'

const wholly = all(is200, method('GET'))
const whollyNow = all(wholly, not(http10))

/** Each answer in chunks as this writes them, and then the end of the connection. */
const inChunks = (write: (body: Buffer) => string): Change =>
  on(
    whollyNow,
    writing((reply, ask) => {
      const head = toOctets({ ...reply, fields: [...unmeasured(reply), ['Transfer-Encoding', 'chunked'], ['Connection', 'close']], body: '' })
      endWith(Buffer.concat([head, Buffer.from(write(Buffer.from(reply.body)), 'latin1')]), ask)
    }),
  )

const chunk = (octets: Buffer, how = (digits: string): string => digits): string =>
  `${how(octets.length.toString(16))}\r\n${octets.toString('latin1')}\r\n`

const octetsOf = (change: (head: string) => string): Change =>
  writing((reply, ask) => {
    const octets = toOctets({ ...bodied(reply, ask), fields: [...reply.fields, ['Connection', 'close']] }).toString('latin1')
    const end = octets.indexOf('\r\n\r\n') + 4
    endWith(Buffer.from(change(octets.slice(0, end)) + octets.slice(end), 'latin1'), ask)
  })

function slowly({ write }: Parameters<Change>[0]): ReturnType<Change> {
  return {
    write: (reply, ask) => {
      const body = Buffer.from(reply.body)
      if (body.length > 5000) {
        write(reply, ask)
        return
      }
      ask.response.writeHead(reply.status, reply.fields.flat())
      const step = async (at: number): Promise<void> => {
        for (let next = at; next < body.length; next += 25) {
          // Of octets that are no text Node puts the head in front of a 100 that waits (24.21).
          ask.response.write(body.toString('latin1', next, next + 25), 'latin1')
          await setTimeout(0)
        }
        ask.response.end()
      }
      void step(0)
    },
  }
}

function measured304({ encodeList, finish }: Parameters<Change>[0]): ReturnType<Change> {
  const lengths = new WeakMap<Ask, number>()
  return {
    encodeList: (items, ask) => {
      const body = encodeList(items, ask)
      lengths.set(ask, Buffer.byteLength(body))
      return body
    },
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (reply.status !== 304 || ask === undefined) return reply
      return withField(withField(reply, 'Content-Length', String(lengths.get(ask))), 'Content-Type', 'application/json')
    },
  }
}

export const completed: Faults = {
  'chunks-with-extensions: Chunks have extensions.': inChunks((body) => `${chunk(body, (digits) => `${digits};note="plants"`)}0\r\n\r\n`),
  'chunks-with-zeros: Lengths of chunks begin with zeros, in capitals.': inChunks(
    (body) => `${chunk(body, (digits) => digits.toUpperCase().padStart(8, '0'))}000\r\n\r\n`,
  ),
  'chunks-with-trailer: A trailer stands behind the chunks.': inChunks((body) => `${chunk(body)}0\r\nServer-Timing: all;dur=1\r\n\r\n`),
  'head-in-chunks: HEAD and 304 are told that chunks would come.': [
    octetsOf((head) => head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')),
    { kind: 'status', holds: (ask, code) => ask?.request.httpVersion === '1.1' && (code === 304 || ask.method === 'HEAD') },
  ],
  'reason-empty: The first line gives no reason.': octetsOf((head) => head.replace(/^(HTTP\/1\.1 \d+ ).*/, '$1')),
  'reason-of-its-own: The first line says something friendly.': octetsOf((head) => head.replace(/^(HTTP\/1\.1 \d+ ).*/, '$1As you wish')),
  'colon-alone: No blank stands behind the colons of fields.': octetsOf((head) => head.replaceAll(/(?<=\n[\w-]+): /g, ':')),
  'blanks-before-values: Tabs and blanks stand before the values of fields.': octetsOf((head) => head.replaceAll(/(?<=\n[\w-]+): /g, ': \t  ')),
  'length-with-zeros: Lengths begin with zeros.': octetsOf((head) => head.replace(/(?<=Content-Length: )(?=\d)/, '000')),
  'old-version: It speaks HTTP/1.0, and closes each connection behind its answer.': [
    () => ({ heldContent: () => 'done without' }),
    octetsOf((head) => head.replace('HTTP/1.1', 'HTTP/1.0')),
  ],
  'close-in-capitals-said: The end of connections is said in capitals, beside another option.': octetsOf((head) =>
    head.replace('Connection: close', 'Connection: x-plants, CLOSE'),
  ),
  'octet-by-octet: Answers come octet by octet.': [slowly, wholly],
  'early-hints: A 103 comes before each list.': [hinting('103 Early Hints\r\nLink: </plants>; rel=self'), whollyNow],
  'still-at-work: Two 102 come before each list.': [hinting('102 Processing'), whollyNow],
  '304-with-length: A 304 names the length and the type of the list.': measured304,
}
