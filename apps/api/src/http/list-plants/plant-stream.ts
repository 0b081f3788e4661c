/** Streams lists of any length over connections of any speed, with some 64 KiB of each in memory. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Page, Session } from '@plant-store/store'
import type { Settings } from '../../settings.ts'
import { HttpError, tryAgain } from '../middleware/context.ts'
import { fitting, textOf } from '../middleware/respond.ts'

/**
 * Plants in one page of a stream: some 20 KB. Two or three pages wait for a client that has stopped reading. Smaller
 * pages would query the database more often.
 */
const pageSize = 500

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

/** Gets a report of every stream. */
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
    page = withoutPlants(next)
    left = next.plants.length < asked && !next.isCut ? 0 : left - next.plants.length
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
const withoutPlants = (page: Page): Page => ({ ...page, plants: [] })

/** Does a piece of work when its turn comes. The piece resolves when it is done, and handles its own errors. */
type TakeTurn = (piece: () => Promise<void>) => void

/** How long work goes on at a time, unless one piece takes longer. A page of a thousand plants takes about as long. */
const sliceMs = 1

/**
 * First come, first served; between two slices the event loop turns, so that everything else is done. Only the
 * processor is shared out: a piece that waits for something else has had its turn, and goes on when that has come.
 */
function createTurns(): TakeTurn {
  const waiting: (() => Promise<void>)[] = []
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    let turned = setImmediate()
    while (waiting.length > 0) {
      await turned
      turned = setImmediate()
      const end = performance.now() + sliceMs
      // Work of the processor is done before the event loop turns, whatever promises it is made of.
      do await Promise.race([waiting.shift()?.(), turned])
      while (waiting.length > 0 && performance.now() < end)
    }
    isWorking = false
  }

  return (piece) => {
    waiting.push(piece)
    if (!isWorking) void work()
  }
}
