/** Lists of any length through connections of any speed, a page at a time in memory. */
import { Readable } from 'node:stream'
import type { Page, Session } from '@plant-store/store'
import type { Settings } from '../settings.ts'
import { HttpError, tryAgain } from './http-error.ts'
import { createTurns, type TakeTurn } from './take-turns.ts'

/**
 * Plants of one page of a stream, some 20 KB, of which two or three wait for a reader who stands still. Smaller pages ask
 * the database more often.
 */
const pageSize = 500

/** The streams of one service. Their pages take turns, and there are never more than so many at once. */
export interface PlantStreams {
  /** Reads a page that is as long as those of streams, in turn with them. */
  inTurn(read: () => Promise<Page>): Promise<Page>
  /**
   * The text of a list that begins with this page. It fails, and then never closes the array, when the store does, when
   * the token or user ends, and when the list changes meanwhile. Throws `unavailable` when there are too many, in all
   * or of this user.
   */
  open(session: Session, first: Page, limit: number): Readable
}

/** Hears of every stream. */
export interface StreamObserver {
  streamBegan(): void
  streamEnded(): void
  /** All places are taken (`service`), or all that one user may take (`user`). */
  streamRefused(cause: 'service' | 'user'): void
}

/** No stream holds rows or a snapshot while its reader takes its time: text that is under way, and where to go on. */
export function createPlantStreams(
  { maxStreams, userStreamShare }: Pick<Settings, 'maxStreams' | 'userStreamShare'>,
  observer: StreamObserver,
): PlantStreams {
  const takeTurn = createTurns()
  const maxOfUser = Math.ceil((maxStreams * userStreamShare) / 100)
  /** Who reads each of them. */
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
      if (own >= maxOfUser) throw refuse('user', `${own} streams of one user at once`)
      if (users.size >= maxStreams) throw refuse('service', `${users.size} streams at once`)
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

  async function readOn(): Promise<string | null> {
    if (left === 0 || page.last === undefined) return null
    const asked = Math.min(left, pageSize)
    const next = await session.nextPage(page, asked)
    page = withoutPlants(next)
    left = next.plants.length < asked ? 0 : left - asked
    return (next.plants.length > 0 ? `,${elementsOf(next)}` : '') + (left === 0 ? ']' : '')
  }

  const stream = new Readable({
    // Nothing is read before the reader has room for it.
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
  // One function for all turns of a stream: what was made for each lived as long as the turns of all others take, long
  // enough to be kept as old. With 300 streams under way V8 kept 59 MB as old, and so 30.
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

const elementsOf = ({ plants }: Page): string => JSON.stringify(plants).slice(1, -1)
const withoutPlants = ({ last, revision }: Page): Page => ({ plants: [], last, revision })
