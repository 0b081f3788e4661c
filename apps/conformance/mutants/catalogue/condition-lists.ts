/** Class 10, continued: conditions beside other things, and tags within lists of them. */
import { current } from '../faults/conditions.ts'
import { answering, sending } from '../faults/replies.ts'
import { both, faultsOf } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { all, field, is401, status } from '../triggers.ts'

const asked = ({ request: { headers } }: Ask): string => headers['if-none-match'] ?? ''
const star = field('if-none-match', /^\*$/)

const conditions = faultsOf('time and state', {
  completed: {
    'star-304-refused-limit': [
      'A wrong limit with If-None-Match: * gets 304.',
      both(answering(304, ''), sending('Content-Length', undefined)),
      all(status(400), star),
    ],
    'star-304-unknown': [
      'Without a good token If-None-Match: * gets 304.',
      both(answering(304, ''), sending('Content-Length', undefined)),
      all(is401, star),
    ],
    'star-304-elsewhere': [
      'Another path with If-None-Match: * gets 304.',
      both(answering(304, ''), sending('Content-Length', undefined)),
      all(status(404), star),
    ],
    'empty-element-ends': [
      'An empty element ends the list of tags.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !/,\s*,/.test(asked(ask)) }),
    ],
    'tag-split-at-comma': [
      'A comma within a tag begins another one.',
      current((tag, ask) =>
        asked(ask)
          .split(',')
          .some((part) => part.trim().replaceAll(/^(?:W\/)?"|"$/g, '') === tag.slice(1, -1)),
      ),
    ],
    'tag-by-containing': ['A tag that has the tag of the list within it gets 304.', current((tag, ask) => asked(ask).includes(tag.slice(1, -1)))],
    'tag-behind-tab': [
      'A tab before a tag hides it.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !asked(ask).includes('\t') }),
    ],
    'tag-beside-match': [
      'If-Match beside If-None-Match hides it.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !('if-match' in ask.request.headers) }),
    ],
    'tag-beside-range': [
      'Beside Range a tag that is known gets 200.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !('range' in ask.request.headers) }),
    ],
    'tag-of-spelling': [
      'The same list has another ETag at another spelling of its address.',
      ({ tag }) => ({ tag: (body, ask) => tag(`${String(body)} ${ask.request.url?.replace(/^https?:\/\/[^/]*/i, '')}`, ask) }),
    ],
    'tag-of-agent': [
      'The same list has another ETag for another program.',
      ({ tag }) => ({ tag: (body, ask) => tag(`${String(body)} ${ask.request.headers['user-agent']}`, ask) }),
    ],
    'tag-by-count-and-last': [
      'Lists of equal length with the same last plant have one ETag.',
      ({ tag }) => ({ tag: (body, ask) => tag(`${String(body).split('},{').length} ${String(body).split('},{').at(-1)}`, ask) }),
    ],
  },
})

export const conditionLists = [...conditions]
