/** Faults of bodies: how plants, lists and errors are written. */
import type { Plant, PlantStoreError } from '@plant-store/contracts'
import { both, type Change, on } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import type { Place } from '../server/reference.ts'
import { is304, not } from '../triggers.ts'
import { sending } from './replies.ts'

/** Which plants of a list. */
export type Which = (place: Place) => boolean

export const first: Which = ({ index }) => index === 0
export const last: Which = (place) => place.last
const each: Which = () => true

/** Writes plants in another way: as the JSON of what `change` returns. Undefined changes nothing. */
export const plants =
  (change: (plant: Plant) => unknown, which = each): Change =>
  ({ encodePlant }) => ({
    encodePlant: (plant, place, ask) => {
      const changed = which(place) ? change(plant) : undefined
      return changed === undefined ? encodePlant(plant, place, ask) : JSON.stringify(changed)
    },
  })

/** Adds members to a plant, or replaces some of its own. */
export const plantWith = (change: (plant: Plant) => object, which = each): Change =>
  plants((plant) => ({ ...plant, ...change(plant) }), which)

/** Writes the JSON of plants in another way. */
export const plantTexts =
  (change: (text: string) => string, which = each): Change =>
  ({ encodePlant }) => ({
    encodePlant: (plant, place, ask) => {
      const text = encodePlant(plant, place, ask)
      return which(place) ? change(text) : text
    },
  })

/** Changes the names of plants. */
export const names = (change: (name: string) => string): Change =>
  plants((plant) => ({ ...plant, name: change(plant.name) }))

/** Changes every text of a plant. */
export const texts = (change: (text: string) => string): Change =>
  plants(({ name, tag }) => ({ name: change(name), tag: tag === undefined ? undefined : change(tag) }))

/** Writes the list in another way. */
export const lists =
  (change: (text: string, items: readonly string[]) => string | Buffer): Change =>
  ({ encodeList }) => ({ encodeList: (items, ask) => change(String(encodeList(items, ask)), items) })

/** A JSON escape for each UTF-16 unit of the text. */
export const coded = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => String.raw`\u${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

/** Writes whatever is not printable ASCII as JSON escapes. */
export const escaped = (text: string): string => text.replaceAll(/[^ -~]/g, (unit) => coded(unit))

/** Writes the body of a refusal in another way. What is neither text nor a buffer becomes JSON. */
export const errors =
  (change: (body: PlantStoreError, ask: Ask | undefined) => unknown): Change =>
  () => ({
    encodeError: (entry, ask) => {
      const body = change({ error: entry.error, message: entry.message }, ask)
      return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    },
  })

/** Adds members to an error, or replaces some of its own. */
export const errorWith = (change: (body: PlantStoreError, ask: Ask | undefined) => object): Change =>
  errors((body, ask) => ({ ...body, ...change(body, ask) }))

/** Whether the client would rather read this language. */
export const prefers = (ask: Ask | undefined, language: 'de' | 'ja'): ask is Ask =>
  /^\w+/.exec(ask?.headers['accept-language'] ?? '')?.[0] === language

/** Changes the message of every refusal. */
export const messages =
  (change: (message: string, ask: Ask | undefined, number: number) => string): Change =>
  ({ message }) => ({ message: (entry, ask) => change(message(entry, ask), ask, entry.error) })

/** Changes the message of refusals with this number. */
export const messageWith = (
  number: number,
  change: (message: string, ask: Ask | undefined) => string,
): Change => messages((message, ask, error) => (error === number ? change(message, ask) : message))

/** Writes the JSON of an error in another way. */
const errorTexts = (change: (text: string) => string): Change =>
  errors((body) => change(JSON.stringify(body)))

/** Escapes characters beyond ASCII, and says so. */
export const inAscii: Change = both(
  lists(escaped),
  errorTexts(escaped),
  on(not(is304), sending('Content-Type', 'application/json; charset=us-ascii')),
)
