/** Class 10, continued: conditions beside other things, and tags within lists of them. */
import { asked, current, deaf, tagOf } from '../faults/conditions.ts'
import { answering, sending } from '../faults/replies.ts'
import { both, faultsOf } from '../mutant.ts'
import { field, is400, is401, is404 } from '../triggers.ts'

const star = field('if-none-match', /^\*$/)
const unmodified = both(answering(304, ''), sending('Content-Length', undefined))

export const conditionLists = faultsOf('time and state', {
  completed: {
    'star-304-refused-limit': ['A wrong limit with If-None-Match: * gets 304.', unmodified, [is400, star]],
    'star-304-unknown': ['Without a good token If-None-Match: * gets 304.', unmodified, [is401, star]],
    'star-304-elsewhere': ['Another path with If-None-Match: * gets 304.', unmodified, [is404, star]],
    'empty-element-ends': ['An empty element ends the list of tags.', deaf, field('if-none-match', /,\s*,/)],
    'tag-split-at-comma': [
      'A comma within a tag begins another one.',
      current((tag, ask) =>
        asked(ask)
          .split(',')
          .some((part) => part.trim().replaceAll(/^(?:W\/)?"|"$/g, '') === tag.slice(1, -1)),
      ),
    ],
    'tag-by-containing': ['A tag that has the tag of the list within it gets 304.', current((tag, ask) => asked(ask).includes(tag.slice(1, -1)))],
    'tag-behind-tab': ['A tab before a tag hides it.', deaf, field('if-none-match', /\t/)],
    'tag-beside-match': ['If-Match beside If-None-Match hides it.', deaf, field('if-match')],
    'tag-beside-range': ['Beside Range a tag that is known gets 200.', deaf, field('range')],
    'tag-of-spelling': [
      'The same list has another ETag at another spelling of its address.',
      tagOf((body, { request: { url } }) => `${body} ${url?.replace(/^https?:\/\/[^/]*/i, '')}`),
    ],
    'tag-of-agent': ['The same list has another ETag for another program.', tagOf((body, { request }) => `${body} ${request.headers['user-agent']}`)],
    'tag-by-count-and-last': [
      'Lists of equal length with the same last plant have one ETag.',
      tagOf((body) => `${body.split('},{').length} ${body.split('},{').at(-1)}`),
    ],
  },
})
