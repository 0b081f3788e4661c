/** Faults of conditional requests. */
import type { Change } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'

/** The tags that the request names. */
export const asked = ({ headers }: Ask): string => headers['if-none-match'] ?? ''

/** Names lists otherwise. */
export const tagged =
  (name: (own: string, ask: Ask) => string): Change =>
  ({ tag }) => ({ tag: (body, ask) => name(tag(body, ask), ask) })

/** Puts something behind the tag of a list, within its quotes. */
export const tagWith = (more: (ask: Ask) => unknown): Change =>
  tagged((own, ask) => own.replace(/"$/, `${String(more(ask))}"`))

/** Makes the tag of a list from another text than the list. */
export const tagOf =
  (text: (body: string, ask: Ask) => string): Change =>
  ({ tag }) => ({ tag: (body, ask) => tag(text(String(body), ask), ask) })

/** Takes other questions for ones about the list that is there. */
export const current =
  (isCurrent: (tag: string, ask: Ask) => boolean): Change =>
  (reference) => ({
    isCurrent: (tag, ask) => reference.isCurrent(tag, ask) || isCurrent(tag, ask),
  })

/** Takes every question for one about the list that is there. */
export const anyCurrent: Change = current(() => true)

/** Hears no question about changes. */
export const deaf: Change = () => ({ isCurrent: () => false })
