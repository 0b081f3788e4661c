/** Correct servers that say what is due in words and spellings of their own. */
import { errors, errorTexts, errorWith, lists } from '../faults/bodies.ts'
import { tagged, tagWith } from '../faults/conditions.ts'
import { adding, replyingTo, sending, byChance } from '../faults/replies.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { type Ask, fieldOf, type Reply, withField } from '../server/ask.ts'
import { worldWith } from '../server/world.ts'
import { is401, is405, refusal } from '../triggers.ts'

/** Before the body is written, so that its length is right. */
function referring({ encodeError }: Parameters<Change>[0]): ReturnType<Change> {
  return { encodeError: (entry, ask) => encodeError({ ...entry, message: `${entry.message} Reference: ${byChance()}` }, ask) }
}

const packs = (ask: Ask): boolean => /\bgzip\b(?!;q=0)/.test(ask.request.headers['accept-encoding']?.toString() ?? '')

function ownTags({ tag, isCurrent, finish }: Parameters<Change>[0]): ReturnType<Change> {
  return {
    tag: (body, ask) => (packs(ask) ? tag(body, ask).replace(/"$/, '-gzip"') : tag(body, ask)),
    isCurrent: (own, ask) => isCurrent(own, ask) || isCurrent(own.replace(/-gzip"$/, '"'), ask),
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (ask === undefined || reply.status >= 400) return reply
      const varied = withField(reply, 'Vary', 'Authorization, Accept-Encoding')
      return packs(ask) && reply.status === 200 ? pack(varied) : varied
    },
  }
}

async function pack(reply: Reply): Promise<Reply> {
  const { gzipSync } = await import('node:zlib')
  const body = gzipSync(reply.body)
  return withField(withField({ ...reply, body }, 'Content-Length', String(body.length)), 'Content-Encoding', 'gzip')
}

export const completed: Faults = {
  'allow-on-two-lines: Allow stands on two lines.': [both(sending('Allow', 'GET'), adding(['Allow', 'HEAD'])), is405],
  'challenge-in-small: The challenge names the scheme in small letters.': [
    replyingTo((reply) => withField(reply, 'WWW-Authenticate', fieldOf(reply, 'WWW-Authenticate')?.replace('Bearer', 'bearer'))),
    is401,
  ],
  'refusals-much-unstored: A refusal says in several ways that it is not to be stored.': [
    sending('Cache-Control', 'private, no-store, max-age=0, must-revalidate'),
    refusal,
  ],
  'message-with-reference: Messages end with the id of the request.': referring,
  'message-long: Messages have ten thousand letters, lines and flowers.': errorWith(({ message }) => ({
    message: `${message}\n\n🌵 ${'Please mind the flowers. '.repeat(400)}`,
  })),
  'message-with-time: A message of a wrong limit says when it came.': errorWith(({ error, message }) => ({
    message: error === 40_001 ? `${message} (${new Date().toISOString()})` : message,
  })),
  'number-with-zero-fraction: Numbers of errors are written with a fraction of zero.': errorTexts((text) =>
    text.replace(/(?<="error":)(\d+)/, '$1.0'),
  ),
  'error-members-escaped: Names of members of errors are escaped.': errors(
    ({ error, message }) => `{"\\u0065rror":${error},"m\\u0065ssage":${JSON.stringify(message)}}`,
  ),
  'members-escaped: Names of members of plants are escaped.': lists((text) =>
    text.replaceAll('{"name":', String.raw`{"n\u0061me":`).replaceAll(',"tag":', String.raw`,"t\u0061g":`),
  ),
  'much-space: A thousand lines stand before the list, and behind it.': lists((text) => `${'\n'.repeat(1000)}${text}${'\r\n'.repeat(1000)}`),
  'tag-of-nothing: The empty list has the empty tag.': ({ tag }) => ({ tag: (body, ask) => (String(body) === '[]' ? '""' : tag(body, ask)) }),
  'tags-long: Tags have a thousand characters.': tagWith(() => 'x'.repeat(1000)),
  'tags-with-backslash: Tags have backslashes and signs in them.': tagged((own) => own.replace(/^"/, () => String.raw`"\#%$&'*+;<=>?@^|~`)),
  'tags-by-caller: Equal lists of two callers have different tags.': [
    tagWith(({ caller }) => `-${Buffer.from(caller?.name ?? '').toString('hex')}`),
    worldWith(['Alder', 'Oak', 'Elm'].map((name) => ({ name, seenBy: ['ana', 'ben'] }))),
  ],
  'packed-with-own-tag: Who takes gzip gets it, with a tag of its own, which is known again.': ownTags,
}
