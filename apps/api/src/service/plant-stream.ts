/** Streams lists of any length over connections of any speed, with some 64 KiB of each in memory. */
import { Readable } from 'node:stream'
import type { Page, Session } from '@plant-store/store'
import type { Settings } from '../settings.ts'
import { HttpError, tryAgain } from './http-error.ts'
import { createTurns, type TakeTurn } from './take-turns.ts'

/**
 * Plants in one page of a stream: some 20 KB. Two or three pages wait for a client that has stopped reading. Smaller
 * pages would query the database more often.
 */
const pageSize = 500

/** Characters that are held of an answer at a time: a thousand names and tags may be a hundred times as long as most. */
export const maxTextLength = 65_536

const madeText = Symbol('text')

/**
 * The text of a page, made once for a page that the store keeps and hands out again. Making the text of 20 plants each
 * time took 2 to 4 µs more; the whole request takes 53 to 69 (`pnpm bench`).
 */
export function textOf(page: Page & { [madeText]?: string }): string {
  return (page[madeText] ??= JSON.stringify(page.plants))
}

/** How many plants fit into the longest text, judging by the plants of this page. */
export function fitting(page: Page): number {
  return Math.max(1, Math.floor((page.plants.length * maxTextLength) / textOf(page).length))
}

/** Whether the page is to be read again, in part: its plants are longer than those before let expect. */
export function isTooLong(page: Page): boolean {
  return textOf(page).length > maxTextLength && page.plants.length > 1
}

/** The streams of one service. Their pages take turns, and the number of streams at once is limited. */
export interface PlantStreams {
  /** Reads a page that is as long as those of streams, and takes turns with them. */
  inTurn(read: () => Promise<Page>): Promise<Page>
  /**
   * The text of a list that begins with this page. The stream fails, without closing the JSON array, if the store
   * fails, if the token or its user is no longer accepted, or if the list changes meanwhile. Throws `unavailable` if
   * there are too many streams, in all or of this user.
   */
  open(session: Session, first: Page, limit: number): Readable
}

/** Is told of every stream. */
export interface StreamObserver {
  streamBegan(): void
  streamEnded(): void
  /** All places are taken (`service`), or all that one user may take (`user`). */
  streamRefused(cause: 'service' | 'user'): void
}

/** While a client reads slowly, a stream holds no rows or snapshot, only the text under way and where to continue. */
export function createPlantStreams(
  { maxStreams, userStreamShare }: Pick<Settings, 'maxStreams' | 'userStreamShare'>,
  observer: StreamObserver,
): PlantStreams {
  const takeTurn = createTurns()
  /** The user who reads each stream. */
  const users = new Map<Readable, number>()

  function refuse(cause: 'service' | 'user', reason: string): HttpError {
    observer.streamRefused(cause)
    return new HttpError('unavailable', reason, tryAgain)
  }

  return {
    inTurn: (read) =>
      new Promise((resolve, reject) => {
        takeTurn(() => read().then(resolve, reject))
      }),
    open: (session, first, limit) => {
      const { userId } = session.principal
      const own = [...users.values()].filter((each) => each === userId).length
      if (users.size >= maxStreams) throw refuse('service', `${users.size} streams at once`)
      // A share of what others leave, not of all: a few users who take all that they may never have all places.
      const most = Math.ceil(((maxStreams - users.size + own) * userStreamShare) / 100)
      if (own >= most) throw refuse('user', `${own} streams of one user at once`)
      const stream = streamPlants(session, first, limit, takeTurn)
      users.set(stream, userId)
      observer.streamBegan()
      return stream.once('close', () => {
        users.delete(stream)
        observer.streamEnded()
      })
    },
  }
}

function streamPlants(session: Session, first: Page, limit: number, takeTurn: TakeTurn): Readable {
  let text: string | null = `[${elementsOf(first)}`
  let page: Page = withoutPlants(first)
  let left = limit - first.plants.length
  let fit = fitting(first)

  async function readOn(): Promise<string | null> {
    if (left === 0 || page.last === undefined) return null
    const asked = Math.min(left, fit, pageSize)
    const next = await session.nextPage(page, asked)
    fit = fitting(next)
    if (isTooLong(next)) return readOn()
    page = withoutPlants(next)
    left = next.plants.length < asked ? 0 : left - asked
    return (next.plants.length > 0 ? `,${elementsOf(next)}` : '') + (left === 0 ? ']' : '')
  }

  const stream = new Readable({
    // No page is read before the client has room for it.
    highWaterMark: 0,
    read() {
      if (text === null) {
        takeTurn(pushPage)
        return
      }
      this.push(text)
      text = null
    },
  })
  // One function for all turns of a stream: a new function for each turn lived through the turns of all other streams,
  // long enough to enter V8's old generation. With 300 streams under way that held 59 MB, and holds 30 this way.
  async function pushPage(): Promise<void> {
    if (stream.destroyed) return
    try {
      stream.push(await readOn())
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return stream
}

const elementsOf = (page: Page): string => textOf(page).slice(1, -1)
const withoutPlants = ({ last, revision }: Page): Page => ({ plants: [], last, revision })
