/** Correct servers that take requests otherwise where the contract and HTTP leave a choice. */
import { closing, replying, unstored } from '../faults/replies.ts'
import { both, type Change, variantsOf } from '../mutant.ts'
import { answer } from '../server/answer.ts'
import { Refusal } from '../server/ask.ts'
import { checkForm } from '../server/check-form.ts'
import { reference } from '../server/reference.ts'
import { is200, request, status } from '../triggers.ts'

/** What the answer to an expectation that is none would be without it. */
const unexpecting: Change = replying((reply, ask) => (reply.status === 417 && ask !== undefined ? answer(reference, ask) : reply))

export const oddHearing = variantsOf('all', {
  'if-match-412': [
    'If-Match with another tag gets 412.',
    unstored(412, 41_201, 'The list is another one.'),
    [is200, request((ask) => 'if-match' in ask.request.headers && ask.request.headers['if-match'] !== '*')],
  ],
  'other-host-misdirected': [
    'A Host that is not its own gets 421.',
    unstored(421, 42_101, 'This is another host.'),
    [status(200, 304), request((ask) => ask.request.headers.host !== undefined && !ask.request.headers.host.startsWith('127.'))],
  ],
  'little-content': [
    'Content of more than a thousand octets gets 413.',
    both(unstored(413, 41_301, 'The request content is too large.'), closing),
    [status(200, 304), request((ask) => Number(ask.request.headers['content-length'] ?? 0) > 1000)],
  ],
  'expectations-ignored': ['An expectation that is none is ignored.', unexpecting],
  'longer-header': [
    'Longer headers are taken in.',
    () => ({
      checkForm: (ask) => {
        try {
          checkForm(ask)
        } catch (error) {
          if (!(error instanceof Refusal) || error.entry.status !== 431 || ask.request.rawHeaders.length > 200) throw error
        }
      },
    }),
  ],
  'broken-codes-400': [
    'A target with a broken percent code is no well-formed HTTP.',
    ({ checkForm: usual }) => ({
      checkForm: (ask) => {
        usual(ask)
        if (/%(?![\da-f]{2})/i.test(ask.request.url ?? '')) throw new Refusal('malformedRequest')
      },
    }),
  ],
})
