/** Correct servers by the given contract alone: they decided otherwise where it is silent. */
import type { Socket } from 'node:net'
import { errorWith, plants } from '../faults/bodies.ts'
import { deaf } from '../faults/conditions.ts'
import { anyPlace, elsewhere, requiring, spelled } from '../faults/credentials.ts'
import { accepting, limitsFrom, none, refusingAnyLimit, refusingLimit } from '../faults/limits.ts'
import { cutting, limitAs, sorted } from '../faults/lists.ts'
import { asStatus, closing, lacking, refusing, saying, sending } from '../faults/replies.ts'
import { answeringMethod, answeringPath, inOrder, listBy, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { field, is401, is405, listed, method, parameter, refusal, status } from '../triggers.ts'

/** None of the headers that the completed contract asks for. */
const plain = both(...['ETag', 'Vary', 'Cache-Control', 'X-Request-Id'].map((name) => lacking(name)))

/** Reads what most libraries read. */
const lenient = accepting(/^[ +]?0*\d{1,9}(?:\.0+|e0)?[ ]?$/)

/** As Go reads a query: a part with a semicolon, or with a percent sign that begins no code, is none. */
const droppingParts = limitsFrom((_texts, { url }) => {
  const parts = url.replace(/^[^?]*\??/, '').split('&')
  const proper = parts.filter((part) => !/;|%(?![\da-f]{2})/i.test(part))
  return new URLSearchParams(`?${proper.join('&')}`).getAll('limit')
})

/** A request that comes before the last answer has left is the end of its connection. */
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
  'given-spellings: A limit may have a plus, spaces, leading zeros and a fraction of zero.': lenient,
  'given-minus-as-none: A limit below zero means none.': accepting(/^-\d+$/),
  'given-zero-refused: A limit of zero is refused.': refusingLimit((n) => n === 0),
  'given-capped: No limit gives more than ten plants.': limitAs((n) => Math.min(n, 10)),
  'given-large: Limits above 32 bits are accepted.': accepting(/^[1-9]\d{9,}$/),
  'given-first-limit: Of two limits the first counts.': limitsFrom((texts) => texts.slice(0, 1)),
  'given-empty-limit: An empty limit means none.': accepting(/^$/, none),
  'given-unknown-refused: A parameter that is not known is refused.': [refusingAnyLimit, parameter('other')],
  'given-parts-dropped: Parts of a query that are no proper ones are dropped.': droppingParts,
  'given-order: Plants come by name.': sorted,
  'given-last-ones: With a limit the last plants come.': cutting((found, n) =>
    n === undefined ? found : found.slice(Math.max(0, found.length - n)),
  ),
  'given-extra-members: Plants show an id, and errors a time.': [
    plants((plant) => ({ id: 7, ...plant })),
    errorWith(() => ({ timestamp: '2024-05-01T00:00:00Z' })),
  ],
  'given-no-headers: No ETag, Vary, Cache-Control or X-Request-Id is sent.': plain,
  'given-cache-directives: A list may be kept for a minute by the client.': [
    sending('Cache-Control', 'private, max-age=60, must-revalidate'),
    listed,
  ],
  'given-deaf: If-None-Match is not heard.': deaf,
  'given-refused-403: Tokens that are not accepted get 403.': [unchallenged, on(field('authorization'), asStatus(403)), is401],
  'given-missing-400: Without a token comes 400.': [unchallenged, asStatus(400), is401],
  'given-empty-401: A 401 has no body.': [saying(''), is401],
  'given-text-404: What is not there is said in plain text.': elsewhereInText,
  'given-scheme-case: Bearer is known with a capital alone.': requiring(/^Bearer /),
  'given-two-lines: Of two Authorization lines the first counts.': [anyPlace, spelled(/^bearer (\S+)$/i)],
  'given-token-in-query: A token in the query passes.': [anyPlace, elsewhere(({ query }) => query.get('access_token') ?? undefined)],
  'given-limit-first: A wrong limit is refused before the token is looked at.': inOrder('path', 'method', 'limit', 'place', 'credential'),
  'given-slash: A slash behind does not matter.': answeringPath((path) => path === '/plants/'),
  'given-capitals: Capitals in the path do not matter.': answeringPath((path) => path.toLowerCase() === '/plants'),
  'given-head-405: HEAD is refused.': [refusingAt('checkMethod', 'methodNotAllowed'), method('HEAD')],
  'given-methods-501: Other methods get 501.': [lacking('Allow'), on(is405, asStatus(501))],
  'given-methods-404: Other methods get 404.': [lacking('Allow'), on(is405, asStatus(404))],
  'given-post: POST is answered like GET.': answeringMethod((ask) => ask.method === 'POST'),
  'given-options: OPTIONS gets 403.': [refusing(403), listBy('OPTIONS')],
  'given-usual: As a common framework does by default.': [
    plain,
    elsewhereInText,
    sending('X-Powered-By', 'Express'),
    lenient,
    answeringPath((path) => /^\/plants\/?$/i.test(path)),
  ],
  'given-close: Whoever is refused is cut off behind the answer.': [closing, refusal],
  'given-one-at-a-time: A request that comes before the last answer has left ends the connection.': oneAtATime,
}
