/** Servers that are correct by the given contract alone: they decide differently where it is silent. */
import type { Socket } from 'node:net'
import { errorWith, plants } from '../faults/bodies.ts'
import { deaf } from '../faults/conditions.ts'
import { anyPlace, elsewhere, requiring, spelled } from '../faults/credentials.ts'
import { accepting, limitsFrom, none, refusingAnyLimit, refusingLimit } from '../faults/limits.ts'
import { cutting, limitAs, sorted } from '../faults/lists.ts'
import { asStatus, closing, lacking, plain, refusing, saying, sending } from '../faults/replies.ts'
import { answeringMethod, answeringPath, inOrder, listBy, refusingAt } from '../faults/routes.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import { field, is401, is405, listed, method, parameter, refusal, status } from '../triggers.ts'

/** Accepts the spellings that most libraries accept. */
const lenient = accepting(/^[ +]?0*\d{1,9}(?:\.0+|e0)?[ ]?$/)

/** Reads a query as Go does: drops parts with a semicolon, or with a percent sign that begins no code. */
const droppingParts = limitsFrom((_texts, { url }) => {
  const parts = url.replace(/^[^?]*\??/, '').split('&')
  const proper = parts.filter((part) => !/;|%(?![\da-f]{2})/i.test(part))
  return new URLSearchParams(`?${proper.join('&')}`).getAll('limit')
})

/** Ends the connection when a request comes before the previous answer has been sent. */
const oneAtATime: Change = ({ pause, write }) => {
  const busy = new Map<Socket, number>()
  const change = (socket: Socket, by: number): number => {
    const count = (busy.get(socket) ?? 0) + by
    busy.set(socket, count)
    return count
  }
  return {
    pause: async (ask) => {
      if (change(ask.socket, 1) > 1) ask.socket.destroy()
      await pause(ask)
    },
    write: (reply, ask) => {
      ask.response.once('finish', () => change(ask.socket, -1))
      write(reply, ask)
    },
  }
}

const elsewhereInText = on(status(404, 405), saying('Cannot GET /nothing', 'text/plain'))
const unchallenged = lacking('WWW-Authenticate')

export const given: Faults = {
  'given-spellings: A limit may have a plus sign, spaces, leading zeros or a zero fraction.': lenient,
  'given-minus-as-none: A negative limit means no limit.': accepting(/^-\d+$/),
  'given-zero-refused: A limit of zero is refused.': refusingLimit((n) => n === 0),
  'given-capped: With a limit, at most ten plants are returned.': limitAs((n) => Math.min(n, 10)),
  'given-large: Limits above 32 bits are accepted.': accepting(/^[1-9]\d{9,}$/),
  'given-first-limit: Of several limits the first is used.': limitsFrom((texts) => texts.slice(0, 1)),
  'given-empty-limit: An empty limit means no limit.': accepting(/^$/, none),
  'given-unknown-refused: An unknown parameter is refused.': [refusingAnyLimit, parameter('other')],
  'given-parts-dropped: Malformed parts of the query are dropped.': droppingParts,
  'given-order: Plants are sorted by name.': sorted,
  'given-last-ones: A limit returns the last plants in place of the first.': cutting((found, n) =>
    n === undefined ? found : found.slice(Math.max(0, found.length - n)),
  ),
  'given-extra-members: Plants have an id and errors a timestamp as extra members.': [
    plants((plant) => ({ id: 7, ...plant })),
    errorWith(() => ({ timestamp: '2024-05-01T00:00:00Z' })),
  ],
  'given-no-headers: No ETag, Vary, Cache-Control or X-Request-Id is sent.': plain,
  'given-cache-directives: The client may reuse a list for a minute.': [sending('Cache-Control', 'private, max-age=60, must-revalidate'), listed],
  'given-deaf: If-None-Match is ignored.': deaf,
  'given-refused-403: Refused tokens get 403.': [unchallenged, on(field('authorization'), asStatus(403)), is401],
  'given-missing-400: A request without a valid token gets 400.': [unchallenged, asStatus(400), is401],
  'given-empty-401: A 401 has no body.': [saying(''), is401],
  'given-text-404: 404 and 405 have plain text as their body.': elsewhereInText,
  'given-scheme-case: The scheme is accepted only when spelled Bearer.': requiring(/^Bearer /),
  'given-two-lines: Of two Authorization lines the first is used.': [anyPlace, spelled(/^bearer (\S+)$/i)],
  'given-token-in-query: A token is accepted in the query parameter access_token.': [
    anyPlace,
    elsewhere(({ query }) => query.get('access_token') ?? undefined),
  ],
  'given-limit-first: An invalid limit is refused before the token is checked.': inOrder('path', 'method', 'limit', 'place', 'credential'),
  'given-slash: A trailing slash in the path is ignored.': answeringPath((path) => path === '/plants/'),
  'given-capitals: The path is compared without regard to case.': answeringPath((path) => path.toLowerCase() === '/plants'),
  'given-head-405: HEAD gets 405.': [refusingAt('checkMethod', 'methodNotAllowed'), method('HEAD')],
  'given-methods-501: Other methods get 501.': [lacking('Allow'), on(is405, asStatus(501))],
  'given-methods-404: Other methods get 404.': [lacking('Allow'), on(is405, asStatus(404))],
  'given-post: POST is answered like GET.': answeringMethod((ask) => ask.method === 'POST'),
  'given-options: OPTIONS gets 403.': [refusing(403), listBy('OPTIONS')],
  'given-usual: The server behaves as a common framework does by default.': [
    plain,
    elsewhereInText,
    sending('X-Powered-By', 'Express'),
    lenient,
    answeringPath((path) => /^\/plants\/?$/i.test(path)),
  ],
  'given-close: The connection is closed after each refusal.': [closing, refusal],
  'given-one-at-a-time: A request that comes before the previous answer has been sent ends the connection.': oneAtATime,
}
