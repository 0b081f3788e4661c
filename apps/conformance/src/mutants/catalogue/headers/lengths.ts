/** Headers: lengths that lie, and lines that are none. */
import { withField } from '../../ask.ts'
import { replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { every, method, status, when } from '../../when.ts'
import { endWith, toOctets } from '../../write-reply.ts'

const { given, completed } = faultsOf('headers')

const length = 'Content-Length'

export const lengths: readonly Mutant[] = [
  completed('length-chunks-old', 'Who speaks HTTP/1.0 gets chunks.', inChunks),
  given(
    'length-short',
    'A list is one octet longer than it says.',
    replying((reply) => withField(reply, length, String(Buffer.byteLength(reply.body) - 1)), status(200)),
  ),
  given(
    'length-long',
    'A list is one octet shorter than it says.',
    replying((reply) => withField(reply, length, String(Buffer.byteLength(reply.body) + 1)), status(200)),
  ),
  given(
    'length-in-characters',
    'The length counts characters, not octets.',
    replying((reply) => withField(reply, length, String(String(reply.body).length)), status(200)),
  ),
  given(
    'length-error-short',
    'A refusal is longer than it says.',
    replying((reply) => withField(reply, length, '10'), status(400)),
  ),
  given(
    'length-seldom',
    'Every sixth list is longer than it says.',
    replying(
      (reply) => withField(reply, length, String(Buffer.byteLength(reply.body) - 2)),
      when(status(200), every(6)),
    ),
  ),
  given(
    'length-twice',
    'Two lengths are given, not the same.',
    replying((reply) => ({ ...reply, fields: [...reply.fields, [length, '5']] }), status(200)),
  ),
  given(
    'length-and-chunks',
    'A length is given, and chunks are announced.',
    rawLine('Transfer-Encoding: chunked'),
  ),
  completed(
    'length-head',
    'HEAD is told another length than GET.',
    sending(length, '2', when(status(200), method('HEAD'))),
  ),
  given('line-without-colon', 'An answer has a header line without a colon.', rawLine('X-Plants 21')),
  given('line-with-space', 'An answer has a header name with a space in it.', rawLine('X Plants: 21')),
]

/** Puts a line into the heads of lists, past Node, which would refuse to. */
function rawLine(line: string): Mutant['change'] {
  return ({ write }) => ({
    write: (reply, ask) => {
      if (reply.status === 200 && ask.method === 'GET') {
        const octets = toOctets(reply).toString('latin1')
        endWith(Buffer.from(octets.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`), 'latin1'), ask)
      } else {
        write(reply, ask)
      }
    },
  })
}

function inChunks({ write }: Steps): Partial<Steps> {
  return {
    write: (reply, ask) => {
      if (ask.request.httpVersion !== '1.0' || reply.status !== 200) {
        write(reply, ask)
        return
      }
      const size = Buffer.byteLength(reply.body).toString(16)
      const fields = withField(withField(reply, length, undefined), 'Transfer-Encoding', 'chunked').fields
      const body = Buffer.concat([
        Buffer.from(`${size}\r\n`),
        Buffer.from(reply.body),
        Buffer.from('\r\n0\r\n\r\n'),
      ])
      endWith(toOctets({ status: 200, fields: [...fields, ['Connection', 'close']], body }), ask)
    },
  }
}
