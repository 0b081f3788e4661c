/** Rows of the tool library: what it may do, and what breaks its document or HTTP. */
import process from 'node:process'
import { adding, answering, asStatus, closing, delaying, lacking, replying, replyingTo, saying, sending, zipped } from '../../faults/replies.ts'
import type { Change } from '../../mutant.ts'
import { fieldOf, withField } from '../../server/ask.ts'
import { all, field, is404, request, status } from '../../triggers.ts'
import { callerAs, doing, failingFor, firstStays, get, items, lettingAll, ok, overlooking, rewriting, type Rows } from '../changes.ts'
import { isObject } from '../kinds.ts'
import { type ForeignSteps, json, parsed, Problem } from '../service.ts'

const tools = ok(/^\/tools(\?|$)/)
const aTool = ok(/^\/tools/)
const anotherTag: Change<ForeignSteps> = replyingTo((reply, { number }) => withField(reply, 'ETag', `"${number}-${process.pid}"`))

export const faults: Rows = {
  'list-201: The list of tools has the status 201.': [asStatus(201), tools],
  'weight-text: The weight of a tool is a string.': [items((tool) => ({ ...tool, weightKg: String(tool['weightKg']) })), aTool],
  'weight-zero: A tool without a known weight weighs nothing, where weights are above zero.': [
    items((tool) => ({ ...tool, weightKg: tool['weightKg'] ?? 0 })),
    aTool,
  ],
  'acquired-lost: A tool lacks the day it was acquired.': [items(({ acquired: _lost, ...tool }) => tool), aTool],
  'acquired-local: The day a tool was acquired is written as 31.12.2016.': [
    items((tool) => ({ ...tool, acquired: String(tool['acquired']).split('-').toReversed().join('.') })),
    aTool,
  ],
  'total-missing: The header field with the number of tools is missing.': [lacking('X-Total-Count'), tools],
  'total-words: The header field with the number of tools has a word.': [sending('X-Total-Count', 'many'), tools],
  'per-page-unbounded: More than 50 tools may be asked for.': overlooking('perPage'),
  'category-any: Any category may be asked for.': overlooking('category'),
  'state-any: Any state may be asked for, among others.': overlooking('state'),
  'due-before-500: A wrong date fails with 500.': failingFor('dueBefore'),
  'loans-open: Loans are listed without a key.': ({ isOpen }) => ({
    isOpen: (operation, ask) => operation === 'GET /loans' || isOpen(operation, ask),
  }),
  'withdrawn-key: A key that was withdrawn is still good.': callerAs(
    (name, { headers }) => name ?? (headers['x-library-key']?.includes('key-of-cy') === true ? 'bo' : undefined),
  ),
  'longer-key: A key with anything behind it is good.': callerAs(
    (name, { headers }) => name ?? (headers['x-library-key']?.includes('key-of-ada-6Rt0wZqY8nB2') === true ? 'ada' : undefined),
  ),
  'loan-of-others: The loan of another member is shown to whoever has its id.': lettingAll('GET /loans/{loanId}', 'ada', 'bo'),
  'loans-of-all: The list has the loans of all members.': doing('GET /loans', (usual, ask) =>
    json(
      200,
      ['ada', 'bo'].flatMap((user) => parsed(usual({ ...ask, user }))),
    ),
  ),
  'first-member-stays: On a connection, the first member stays the caller.': firstStays,
  'refusal-page: Whoever has no key gets a page of HTML.': [saying('<h1>No key</h1>', 'text/html'), status(401)],
  'code-unlisted: The code of a 404 is not one of those listed.': [
    rewriting((value) => ({ ...(isObject(value) && value), code: 'gone-fishing' })),
    is404,
  ],
}

export const writing: Rows = {
  'created-lost: A loan is made, but not kept.': doing('POST /loans', (usual, ask) => {
    const reply = usual(ask)
    const loanId = fieldOf(reply, 'Location')?.split('/').at(-1) ?? ''
    ask.steps['DELETE /loans/{loanId}']?.({ ...ask, params: { loanId } })
    return reply
  }),
  'deleted-stays: A loan that was removed is still there.': doing('DELETE /loans/{loanId}', (_usual, ask) => {
    ask.steps['GET /loans/{loanId}']?.(ask)
    return { status: 204, fields: [], body: '' }
  }),
}

export const oddities: Rows = {
  'strict-query: A parameter that is not known is refused.': ({ checkForm }) => ({
    checkForm: (ask) => {
      checkForm(ask)
      const known = /^(?:category|available|page|perPage|state|dueBefore)$/
      if ([...ask.query.keys()].some((name) => !known.test(name))) throw new Problem(400, 'There is no such parameter.')
    },
  }),
  'page-for-nothing: Where there is nothing, not even a path, there is a page of HTML.': [
    answering(404, '<h1>Nothing here</h1>', 'text/html'),
    all(
      is404,
      request(({ path }) => !/^\/(?:tools|loans)(?:\/|$)/.test(path)),
    ),
  ],
  'loan-403: The loan of another member is forbidden, not missing.': doing('GET /loans/{loanId}', (usual, ask) => {
    try {
      return usual(ask)
    } catch (error) {
      usual({ ...ask, user: ask.user === 'ada' ? 'bo' : 'ada' })
      throw error instanceof Problem && error.status === 404 ? new Problem(403, 'It is not yours.') : error
    }
  }),
  'more-members: A tool has members that nobody declared.': [items((tool) => ({ ...tool, shelf: 'B2', tags: ['old'], seller: null })), aTool],
  'members-in-any-order: The members of a tool are in another order each time.': [
    items((tool) => Object.fromEntries(Object.entries(tool).toSorted(() => Math.random() - 0.5))),
    anotherTag,
    aTool,
  ],
  'one-request-each: The connection is closed after each response.': closing,
  'lower-case: The names of header fields are in lower case.': replying((reply) => ({
    ...reply,
    fields: reply.fields.map(([name, value]) => [name.toLowerCase(), value]),
  })),
  'slow-start: The first response takes three seconds.': delaying((ask) => (ask?.number === 1 ? 3000 : 0)),
  'volatile: A tool says when it was asked for, and has another ETag each time.': [
    items((tool) => ({ ...tool, seen: new Date().toISOString() })),
    anotherTag,
    aTool,
  ],
  'weak-by-second: An ETag is weak, and says the second.': replyingTo((reply, { ageMs }) =>
    withField(reply, 'ETag', fieldOf(reply, 'ETag')?.replace(/.*/, `W/"${Math.trunc(ageMs / 1000)}"`)),
  ),
  // The last, because it leaves nothing that another could change.
  'gzip: Clients that accept gzip get it.': [
    zipped,
    sending('Content-Encoding', 'gzip'),
    replyingTo((reply) => withField(reply, 'ETag', fieldOf(reply, 'ETag')?.replace(/"$/, '-gzip"'))),
    adding(['Vary', 'Accept-Encoding']),
    get,
    field('accept-encoding', /(?<!-)gzip(?!;q=0)/),
    status(200),
  ],
}
