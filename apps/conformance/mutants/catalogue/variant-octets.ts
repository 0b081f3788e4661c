/** Correct servers that write the octets of answers in other ways that HTTP allows. */
import { setTimeout } from 'node:timers/promises'
import { hinting, replyingWithList, unmeasured, writing } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { bodied, endWith, toOctets } from '../server/write-reply.ts'
import { all, http10, is200, method, not } from '../triggers.ts'

const wholly = all(is200, method('GET'))
const whollyNow = all(wholly, not(http10))

/** Sends each list in chunks as `write` makes them, and then closes the connection. */
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
          // Given a buffer, Node (24.21) would send the head before a 100 that is still waiting.
          ask.response.write(body.toString('latin1', next, next + 25), 'latin1')
          await setTimeout(0)
        }
        ask.response.end()
      }
      void step(0)
    },
  }
}

const measured304 = replyingWithList((reply, list) =>
  reply.status === 304 ? withField(withField(reply, 'Content-Length', String(list.length)), 'Content-Type', 'application/json') : reply,
)

export const completed: Faults = {
  'chunks-with-extensions: Chunks have extensions.': inChunks((body) => `${chunk(body, (digits) => `${digits};note="plants"`)}0\r\n\r\n`),
  'chunks-with-zeros: Chunk sizes have leading zeros, and are in capitals.': inChunks(
    (body) => `${chunk(body, (digits) => digits.toUpperCase().padStart(8, '0'))}000\r\n\r\n`,
  ),
  'chunks-with-trailer: A trailer follows the chunks.': inChunks((body) => `${chunk(body)}0\r\nServer-Timing: all;dur=1\r\n\r\n`),
  'head-in-chunks: Answers to HEAD, and 304s, have Transfer-Encoding: chunked instead of a length.': [
    octetsOf((head) => head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')),
    { kind: 'status', holds: (ask, code) => ask?.request.httpVersion === '1.1' && (code === 304 || ask.method === 'HEAD') },
  ],
  'reason-empty: The status line has no reason phrase.': octetsOf((head) => head.replace(/^(HTTP\/1\.1 \d+ ).*/, '$1')),
  'reason-of-its-own: The status line has a friendly reason phrase.': octetsOf((head) => head.replace(/^(HTTP\/1\.1 \d+ ).*/, '$1As you wish')),
  'colon-alone: No space follows the colons of fields.': octetsOf((head) => head.replaceAll(/(?<=\n[\w-]+): /g, ':')),
  'blanks-before-values: Tabs and spaces precede the values of fields.': octetsOf((head) => head.replaceAll(/(?<=\n[\w-]+): /g, ': \t  ')),
  'length-with-zeros: Content-Length has leading zeros.': octetsOf((head) => head.replace(/(?<=Content-Length: )(?=\d)/, '000')),
  'old-version: The server speaks HTTP/1.0, and closes each connection after its answer.': [
    () => ({ heldContent: () => 'done without' }),
    octetsOf((head) => head.replace('HTTP/1.1', 'HTTP/1.0')),
  ],
  'close-in-capitals-said: Connection: close is sent in capitals, beside another option.': octetsOf((head) =>
    head.replace('Connection: close', 'Connection: x-plants, CLOSE'),
  ),
  'octet-by-octet: Short lists come 25 octets at a time.': [slowly, wholly],
  'early-hints: A 103 precedes each list.': [hinting('103 Early Hints\r\nLink: </plants>; rel=self'), whollyNow],
  'still-at-work: Two 102s precede each list.': [hinting('102 Processing'), whollyNow],
  '304-with-length: A 304 has the Content-Length and Content-Type of the list.': measured304,
}
