/** From a request to its reply, step by step. */
import type { ErrorEntry } from '@plant-store/contracts'
import { type Ask, Refusal, type Reply } from './ask.ts'
import type { Check, Steps } from './reference.ts'

/** Resolves to the reply. Rejects with any error of a step other than a `Refusal`: the mutant breaks down. */
export async function respond(steps: Steps, ask: Ask): Promise<Reply> {
  try {
    await steps.pause(ask)
    return await steps.finish(await list(steps, ask), ask)
  } catch (error) {
    if (error instanceof Refusal) {
      return refuse(steps, error.entry, ask)
    }
    throw error
  }
}

/** The reply that refuses a request. */
export function refuse(steps: Steps, entry: ErrorEntry, ask?: Ask): Reply | Promise<Reply> {
  const body = steps.encodeError({ ...entry, message: steps.message(entry, ask) }, ask)
  return steps.finish(withJson(entry.status, steps.errorFields(entry, ask), body), ask)
}

async function list(steps: Steps, ask: Ask): Promise<Reply> {
  steps.checkForm(ask)
  for (const check of steps.order) {
    checks[check](steps, ask)
  }
  const { caller, limit } = ask
  if (caller === undefined) {
    throw new Refusal('missingToken')
  }
  const plants = steps.cut(await steps.findPlants(caller, ask), limit, ask)
  const items = plants.map((plant, index) =>
    steps.encodePlant(plant, { index, last: index === plants.length - 1 }, ask),
  )
  const body = steps.encodeList(items, ask)
  const tag = steps.tag(body, ask)
  const fields = steps.listFields(tag, ask)
  return steps.isCurrent(tag, ask) ? { status: 304, fields, body: '' } : withJson(200, fields, body)
}

const checks: Readonly<Record<Check, (steps: Steps, ask: Ask) => void>> = {
  path: (steps, ask) => steps.checkPath(ask),
  method: (steps, ask) => steps.checkMethod(ask),
  place: (steps, ask) => steps.checkPlace(ask),
  credential: (steps, ask) => {
    ask.caller = steps.findCaller(steps.readToken(ask), ask)
  },
  limit: (steps, ask) => {
    ask.limit = steps.decodeLimit(ask.query.getAll('limit'), ask)
  },
}

function withJson(status: number, fields: Reply['fields'], body: string | Buffer): Reply {
  const length = String(Buffer.byteLength(body))
  return {
    status,
    fields: [...fields, ['Content-Type', 'application/json'], ['Content-Length', length]],
    body,
  }
}
