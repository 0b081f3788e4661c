/** The operation `listPlants`, plant by plant. */
import type { Plant } from '@plant-store/contracts'
import { assertPlant } from '@plant-store/contracts/validators'
import { ResponseError } from './response-error.ts'
import type { RequestOptions } from './options.ts'
import { jsonType, resultOf } from './result.ts'
import { type Fault, send } from './send.ts'
import { ArraySplitter } from './split-array.ts'

/**
 * The plants that the token's user may see, one after the other as they arrive, in memory that does not grow with their
 * number. The loop ends when the list is complete. It throws an `ResponseError` for every response but `200`, for a list
 * that breaks off, and for an item that is not a plant; otherwise it throws as `listPlants` rejects. Leaving the loop
 * closes the connection.
 */
export async function* plants(options: RequestOptions): AsyncGenerator<Plant, void, undefined> {
  const { timeoutMs = 30_000 } = options
  let end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The time that the caller takes between two plants does not count. */
  const startTimer = (): void => {
    clearTimeout(timer)
    const late = new DOMException(`Nothing came for ${timeoutMs} ms.`, 'TimeoutError')
    timer = setTimeout(() => end.abort(late), timeoutMs)
  }
  /** A response of an earlier try is dropped, with its connection. */
  const until = (): AbortSignal => {
    end.abort()
    end = new AbortController()
    startTimer()
    return end.signal
  }
  try {
    const [response, url, signal] = await send(options, until, (...came) => {
      clearTimeout(timer)
      return Promise.resolve([came, false])
    })
    const read: Read = async (work) => {
      startTimer()
      const done = await work
      clearTimeout(timer)
      return done
    }
    if (response.status === 200 && jsonType.test(`${response.headers.get('Content-Type')}`)) {
      yield* plantsOf(response, signal, read)
    } else {
      const [result] = await read(resultOf(response, url, signal))
      if (result.status !== 200) throw new ResponseError(result)
    }
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

type Read = <Result>(work: Promise<Result>) => Promise<Result>

/** So much of a body is kept for an error, in UTF-16 code units, and at most one piece more. */
const maxKept = 65_536

async function* plantsOf(
  { status, headers, body }: Response,
  signal: AbortSignal,
  read: Read,
): AsyncGenerator<Plant, void, undefined> {
  let count = 0
  let text = ''
  const decoder = new TextDecoder()
  const items = itemsOf(body ?? new Blob([]).stream(), read, (bytes) => {
    if (text.length < maxKept) text += decoder.decode(bytes, { stream: true })
  })
  for (;;) {
    let plant: unknown
    try {
      const { done = false, value } = await items.next()
      if (done) return
      plant = JSON.parse(value ?? '')
      assertPlant(plant)
    } catch (error) {
      signal.throwIfAborted()
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of another realm, perhaps: an instance of no class here
      const { message } = error as Error
      const reason = `after ${count} plants: ${message}`
      const fields = Object.fromEntries(headers)
      throw new ResponseError(
        { status: 'unexpected', httpStatus: status, reason, text, headers: fields },
        { cause: error },
      )
    }
    yield plant
    count += 1
  }
}

/** The texts of the items. Each piece of the body is also given to `seen`. */
async function* itemsOf(
  body: ReadableStream<Uint8Array>,
  read: Read,
  seen: (bytes?: Uint8Array) => void,
): AsyncGenerator<string, void, undefined> {
  const splitter = new ArraySplitter()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces = body.getReader()
  for (;;) {
    const { done, value } = await read(pieces.read()).catch((error: Fault) => {
      const { cause = error } = error
      throw new Error(`the response breaks off: ${cause.message}`, { cause: error })
    })
    seen(value)
    yield* splitter.items(decoder.decode(value, { stream: !done }))
    if (done) break
  }
  if (!splitter.isWhole) throw new SyntaxError('the list ends before it is whole')
}
