/** Faults of conditional requests. */
import type { Change } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'

/** The value of If-None-Match in the request. */
export const asked = ({ headers }: Ask): string => headers['if-none-match'] ?? ''

/** Gives lists other tags. */
export const tagged =
  (name: (own: string, ask: Ask) => string): Change =>
  ({ tag }) => ({ tag: (body, ask) => name(tag(body, ask), ask) })

/** The tag as a weak one. */
export const asWeak = (tag: string): string => tag.replace(/^"/, 'W/"')

/** Appends something to the tag of a list, within its quotes. */
export const tagWith = (more: (ask: Ask) => unknown): Change =>
  tagged((own, ask) => own.replace(/"$/, `${String(more(ask))}"`))

/** Treats other requests, too, as if they named the current list. */
export const current =
  (isCurrent: (tag: string, ask: Ask) => boolean): Change =>
  (reference) => ({
    isCurrent: (tag, ask) => reference.isCurrent(tag, ask) || isCurrent(tag, ask),
  })

/** Treats every request as if it named the current list. */
export const anyCurrent: Change = current(() => true)

/** Ignores conditions. */
export const deaf: Change = () => ({ isCurrent: () => false })
