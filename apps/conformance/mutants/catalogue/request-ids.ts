/** Class 4, continued: ids of requests, and how those that requests bring come back. */
import { setTimeout } from 'node:timers/promises'
import { sendingAs } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { ownId } from '../server/reference.ts'
import { is400, request } from '../triggers.ts'

/** Sends another id where the request brought one of the right form. */
const instead = (make: (own: string, ask: Ask) => string | undefined): Change =>
  sendingAs('X-Request-Id', (sent, ask) => {
    const own = ownId(ask)
    return own === undefined ? sent : make(own, ask)
  })

/** The ids that requests brought are kept in a ring of so many. */
const ring =
  (size: number): Change =>
  (reference) => {
    const known: string[] = []
    return instead((own) => {
      if (!known.includes(own)) known.push(own)
      const at = known.indexOf(own)
      return at < size ? own : known[at % size]
    })(reference)
  }

/** The later of two ids that are under way at the same time is told to both. */
const crossed: Change = (reference) => {
  let last: string | undefined
  return {
    ...instead(() => last)(reference),
    pause: async (ask) => {
      last = ownId(ask) ?? last
      await setTimeout(15)
    },
  }
}

export const completed: Faults = {
  'id-of-wrong-limits: All refusals of a limit that are answered in one second have one X-Request-Id.': [
    sendingAs('X-Request-Id', (_sent, ask) => ownId(ask) ?? `limit-${Math.floor(ask.ageMs / 1000)}`),
    is400,
    request((ask) => ask.caller !== undefined),
  ],
  "id-begun-with-sign: The request's own X-Request-Id is not kept where it begins with a sign.": instead((own, { number }) =>
    /^[a-z\d]/i.test(own) ? own : `made-${number}-${own.length}`,
  ),
  "id-as-number: The request's own X-Request-Id of digits comes back as a number of 64 bits would.": instead((own) =>
    /^\d+$/.test(own) ? String(Number(own)).replace('+', '') : own,
  ),
  'id-ring: From the 65th X-Request-Id that requests bring on, that of 64 before comes back.': ring(64),
  "id-of-uuid: A request's own X-Request-Id that is a UUID in capitals comes back in small letters.": instead((own) =>
    /^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/.test(own) ? own.toLowerCase() : own,
  ),
  "id-with-dashes: A request's own X-Request-Id of 32 hexadecimal digits comes back with the dashes of a UUID.": instead((own) =>
    own.replace(/^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i, '$1-$2-$3-$4-$5'),
  ),
  'ids-crossed: Of two requests with ids of their own that are under way together, both are told the later one.': crossed,
}
