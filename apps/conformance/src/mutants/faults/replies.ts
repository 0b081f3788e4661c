/** Faults of whole answers: the last step is replaced. */
import { setTimeout } from 'node:timers/promises'
import { type Ask, type Reply, withBody, withField } from '../ask.ts'
import type { Change } from '../mutant.ts'
import { always, status as having, type When, when } from '../when.ts'

/** Changes the finished answer. */
export function replying(
  change: (reply: Reply, ask: Ask | undefined) => Reply | Promise<Reply>,
  condition: When = always,
): Change {
  return ({ finish }) => ({
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      return condition(ask, reply.status) ? change(reply, ask) : reply
    },
  })
}

/** Answers with another status. */
export const asStatus = (status: number, condition: When = always): Change =>
  replying((reply) => ({ ...reply, status }), condition)

/** Sets a header field, or, for undefined, leaves it out. */
export const sending = (name: string, value: string | undefined, condition: When = always): Change =>
  replying((reply) => withField(reply, name, value), condition)

/** Answers with this body instead. */
export const saying = (body: string | Buffer, condition: When = always): Change =>
  replying((reply) => withBody(reply, body), condition)

/** The reply with another status, and nothing in it. */
export const bodyless =
  (code: number) =>
  (reply: Reply): Reply => ({ ...withBody(reply, ''), status: code })

/** The reply as a refusal or failure of this status. */
export const refused =
  (code: number) =>
  (reply: Reply): Reply => ({
    ...withBody(withField(reply, 'Cache-Control', 'no-store'), `{"error":${code}01,"message":"No."}`),
    status: code,
  })

/** Refuses, or fails, where a list is due. */
export const failing = (code: number, condition: When = always): Change =>
  replying(refused(code), when(having(200), condition))

/** Sends the caller to another address. */
export const redirecting = (code: number, to: string, condition: When): Change =>
  replying((reply) => withField(bodyless(code)(reply), 'Location', to), condition)

/** Two of them, one on top of the other. */
export const both =
  (one: Change, other: Change): Change =>
  (reference) => {
    const changed = { ...reference, ...one(reference) }
    return { ...changed, ...other(changed) }
  }

/** The change in a server that takes a tenth of a second for each request, so that requests overlap for certain. */
export const lingering = (change: Change): Change => both(() => ({ pause: () => setTimeout(100) }), change)
