/** Time and state: questions about changes that are answered with what is old. */
import { asked, current, tagged } from '../../faults/conditions.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'

const { completed } = faultsOf('time and state')

export const stale: readonly Mutant[] = [
  completed(
    'any-tag-304',
    'Any If-None-Match gets 304.',
    current((_tag, ask) => asked(ask) !== ''),
  ),
  completed('known-tag-304', 'A tag that was ever sent gets 304, whatever the list.', rememberingTags),
  completed(
    'one-tag-for-all-limits',
    'A list has one ETag, whatever the limit.',
    tagged((ask) => `"${ask.caller?.name}"`),
  ),
  completed(
    'one-tag-for-all-callers',
    'Lists of the same address have one ETag.',
    tagged((ask) => `"${Buffer.from(ask.request.url ?? '').toString('base64url')}"`),
  ),
  completed(
    'one-tag',
    'All lists have one ETag.',
    tagged(() => '"plants"'),
  ),
  completed('tag-by-length', 'Lists of one length have one ETag.', ({ tag }) => ({
    tag: (body, ask) => tag(String(Buffer.byteLength(body) >> 6), ask),
  })),
  completed(
    'date-304',
    'A question by date gets 304.',
    current((_tag, ask) => ask.request.headers['if-modified-since'] !== undefined),
  ),
  completed(
    'part-of-tag-304',
    'A part of the tag gets 304.',
    current((tag, ask) => asked(ask).length > 1 && tag.startsWith(asked(ask).slice(0, -1))),
  ),
  completed(
    'no-quotes-304',
    'A tag without its quotes gets 304.',
    current((_tag, ask) => /^[^"*]+$|^\*./.test(asked(ask))),
  ),
  completed('old-list-200', 'Who asks about changes gets the first list that was ever sent.', keepingFirst),
  completed(
    'seldom-304',
    'Every eighth question gets 304.',
    current((_tag, ask) => asked(ask) !== '' && ask.number % 8 === 0),
  ),
]

function rememberingTags({ tag, isCurrent }: Steps): Partial<Steps> {
  const sent = new Set<string>()
  return {
    tag: (body, ask) => {
      const own = tag(body, ask)
      sent.add(`${ask.caller?.name} ${own}`)
      return own
    },
    isCurrent: (own, ask) => isCurrent(own, ask) || sent.has(`${ask.caller?.name} ${asked(ask)}`),
  }
}

function keepingFirst({ encodeList }: Steps): Partial<Steps> {
  let first: string | Buffer | undefined
  return {
    encodeList: (items, ask) => {
      const body = encodeList(items, ask)
      first ??= body
      return asked(ask) === '' ? body : first
    },
  }
}
