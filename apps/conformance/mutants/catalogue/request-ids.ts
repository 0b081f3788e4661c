/** Headers: request ids, and how those that clients send come back. */
import { setTimeout } from 'node:timers/promises'
import { idsAs, sendingAs } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { ownId } from '../server/reference.ts'
import { is400, request } from '../triggers.ts'

const ringSize = 64

/** Keeps the ids that clients send in a ring. */
const ring: Change = (reference) => {
  const known: string[] = []
  return idsAs((own) => {
    if (!known.includes(own)) known.push(own)
    return known[known.indexOf(own) % ringSize]
  })(reference)
}

/** Gives two requests with ids that are under way at the same time the later id. */
const crossed: Change = (reference) => {
  let last: string | undefined
  return {
    ...idsAs(() => last)(reference),
    pause: async (ask) => {
      last = ownId(ask) ?? last
      await setTimeout(15)
    },
  }
}

export const completed: Faults = {
  'id-of-wrong-limits: All refusals of a limit within one second have the same X-Request-Id.': [
    sendingAs('X-Request-Id', (_sent, ask) => ownId(ask) ?? `limit-${Math.floor(ask.ageMs / 1000)}`),
    is400,
    request((ask) => ask.caller !== undefined),
  ],
  "id-begun-with-sign: A client's X-Request-Id that does not begin with a letter or digit is replaced.": idsAs((own, { number }) =>
    /^[a-z\d]/i.test(own) ? own : `made-${number}-${own.length}`,
  ),
  "id-as-number: A client's X-Request-Id of digits comes back rounded as a 64-bit floating-point number.": idsAs((own) =>
    /^\d+$/.test(own) ? String(Number(own)).replace('+', '') : own,
  ),
  'id-ring: From the 65th X-Request-Id that clients send, the first 64 come back in turn.': ring,
  "id-of-uuid: A client's X-Request-Id that is a UUID in capitals comes back in lower case.": idsAs((own) =>
    /^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/.test(own) ? own.toLowerCase() : own,
  ),
  "id-with-dashes: A client's X-Request-Id of 32 hex digits comes back with the dashes of a UUID.": idsAs((own) =>
    own.replace(/^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i, '$1-$2-$3-$4-$5'),
  ),
  'ids-crossed: Two requests with ids of their own that are under way together both get the later id.': crossed,
}
