/** The operation `listPlants`, plant by plant. */
import type { Plant } from '@plant-store/contracts'
import { assertPlant } from '@plant-store/contracts/validators'
import { AnswerError } from './answer-error.ts'
import type { RequestOptions } from './options.ts'
import { resultOf, unexpected } from './result.ts'
import { send } from './send.ts'
import { ArraySplitter } from './split-array.ts'

/**
 * The plants that the token's user may see, one after the other as they arrive, in memory that does not grow with their
 * number. The loop ends when the list is complete. It throws an `AnswerError` for every answer but `200`, for a list
 * that breaks off, and for an item that is not a plant; otherwise it throws as `listPlants` rejects. Leaving the loop
 * closes the connection.
 */
export async function* plants(options: RequestOptions): AsyncGenerator<Plant, void, undefined> {
  const { timeoutMs = 30_000 } = options
  const end = new AbortController()
  /** The time that the caller takes between two plants does not count. */
  const inTime: InTime = (work) => {
    const late = new DOMException(`Nothing came for ${timeoutMs} ms.`, 'TimeoutError')
    const timer = setTimeout(() => end.abort(late), timeoutMs)
    return work.finally(() => clearTimeout(timer))
  }
  try {
    const { response } = await send(options, async ({ ask }) => ({
      response: await inTime(ask(end.signal)),
    }))
    if (response.status !== 200) {
      const result = resultOf(response, await inTime(response.arrayBuffer()))
      if (result.status !== 200) throw new AnswerError(result)
    }
    yield* plantsOf(response, inTime)
  } finally {
    end.abort()
  }
}

type InTime = <Result>(work: Promise<Result>) => Promise<Result>

async function* plantsOf(response: Response, inTime: InTime): AsyncGenerator<Plant, void, undefined> {
  let count = 0
  try {
    for await (const text of itemsOf(response, inTime)) {
      const plant: unknown = JSON.parse(text)
      assertPlant(plant)
      yield plant
      count += 1
    }
  } catch (error) {
    // These come from fetch (broken connection), from the decoder (octets that are not text) and from the checks.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    const reason = `after ${count} plants: ${error.message}`
    throw new AnswerError(unexpected(response, '', reason), { cause: error })
  }
}

async function* itemsOf({ body }: Response, inTime: InTime): AsyncGenerator<string, void, undefined> {
  const splitter = new ArraySplitter()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces: ReadableStreamDefaultReader<Uint8Array> = (body ?? new Blob([]).stream()).getReader()
  for (;;) {
    const { done, value } = await inTime(pieces.read())
    yield* splitter.items(decoder.decode(value, { stream: !done }))
    if (done) break
  }
  if (!splitter.isWhole) throw new SyntaxError('the list ends before it is whole')
}
