/** A worker: answers requests for the primary process, which gives it its settings and tells it when to end. */
import { once } from 'node:events'
import process from 'node:process'
import { openResources } from '../http/run-service.ts'
import {
  createPlantHandler,
  type PublicListener,
  type Resources,
  startListener,
} from '../http/public-listener.ts'
import { type Responses, type Order, type Report, serializeError } from './messages.ts'

/**
 * Resolves to the exit code once the last response is sent. An error that keeps the worker from answering is reported to
 * the primary process, which tells the user. When the primary process is gone, Node ends its workers.
 */
export async function runWorker(): Promise<number> {
  // Ctrl-C and systemd signal every process of the service; the primary process decides what to do.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  const first = once(process, 'message')
  // A message that arrives before the listener exists is lost, and modules that an operator has Node import take time.
  await send({ kind: 'waiting' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the primary process sends nothing else
  const [order] = (await first) as [Order]
  if (order.kind !== 'start') throw new Error(`A worker was told to ${order.kind} before it was started.`)
  const { worker, settings } = order
  await using resources = new AsyncDisposableStack()
  let drained: Promise<void>
  let listener: PublicListener
  try {
    // The primary process gives the lines the requested format.
    const opened = resources.use(await openResources({ ...settings, logFormat: 'json' }, worker))
    listener = await startListener(settings, opened, createPlantHandler(settings, opened))
    drained = obey(opened, listener)
  } catch (error) {
    await send({ kind: 'failed', error: serializeError(error) })
    return 1
  }
  await send({ kind: 'ready', url: listener.url })
  await drained
  await listener.drain()
  return 0
}

/** Responds to the questions of the primary process. Resolves when it tells the worker to end. */
function obey({ metrics }: Resources, listener: PublicListener): Promise<void> {
  const responses: { readonly [Question in keyof Responses]: () => Promise<Responses[Question]> } = {
    metrics: () => metrics.registry.getMetricsAsJSON(),
    readiness: listener.readiness,
    alive: () => Promise.resolve(true),
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  process.on('message', (order: Order) => {
    if (order.kind === 'drain') resolve()
    else if (order.kind === 'ask') void respond(order.id, responses[order.question])
  })
  return promise
}

async function respond(id: number, find: () => Promise<Responses[keyof Responses]>): Promise<void> {
  await send({ kind: 'response', id, response: await find() })
}

/** Resolves when the report is sent. If nobody receives it, the primary process is gone, and this one ends soon. */
function send(report: Report): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  process.send?.(report, undefined, undefined, () => resolve())
  return promise
}
