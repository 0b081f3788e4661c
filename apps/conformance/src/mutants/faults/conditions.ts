/** Faults of conditional requests. */
import type { Ask } from '../ask.ts'
import type { Change } from '../mutant.ts'

/** The tags that the request names. */
export const asked = ({ request }: Ask): string => request.headers['if-none-match'] ?? ''

/** Names lists otherwise. */
export const tagged =
  (name: (ask: Ask, own: string) => string): Change =>
  ({ tag }) => ({ tag: (body, ask) => name(ask, tag(body, ask)) })

/** Takes other questions for ones about the list that is there. */
export const current =
  (isCurrent: (tag: string, ask: Ask) => boolean): Change =>
  (reference) => ({
    isCurrent: (tag, ask) => reference.isCurrent(tag, ask) || isCurrent(tag, ask),
  })
