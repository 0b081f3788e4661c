/** Keeps changing what readers may see, one change at a time; retries each change until it is acknowledged. */
import { setTimeout as delay } from 'node:timers/promises'
import { patienceMs, startWorker, type Worker } from '@plant-store/testkit'
import { createDraw, type Draw, pick } from '@plant-store/testkit/storm'
import { FaultError } from '../fault-error.ts'
import type { Deed, Look, Reply } from './operator-process.ts'
import { accessOf, type FaultWorld, group, ownPlants, type Reader } from './world.ts'

/** The pauses between two changes, and between two attempts at one change. */
const [betweenChangesMs, betweenAttemptsMs] = [40, 100]

type OperatorWorker = Worker<Deed, Reply>

/** The caller must dispose of it. */
export class Operator implements AsyncDisposable {
  /** The number of acknowledged changes. */
  acknowledged = 0
  /** The number of refused attempts, by the code of the refusal. */
  readonly refusals = new Map<string, number>()
  readonly #worker: OperatorWorker
  readonly #world: FaultWorld
  readonly #draw: Draw
  readonly #leave = new AbortController()
  readonly #entriesBefore: number
  #work: Promise<void> = Promise.resolve()

  private constructor(
    worker: OperatorWorker,
    world: FaultWorld,
    { seed, look }: { seed: number; look: Look },
  ) {
    this.#worker = worker
    this.#world = world
    this.#draw = createDraw(seed)
    this.#entriesBefore = look.auditEntries
  }

  /** Resolves once changes are being made. */
  static async start(world: FaultWorld, seed: number): Promise<Operator> {
    const worker: OperatorWorker = startWorker(new URL('operator-process.ts', import.meta.url), [
      world.database,
    ])
    const operator = new Operator(worker, world, { seed, look: await lookAt(worker, world) })
    operator.#work = operator.#makeChanges()
    operator.#work.catch(() => {})
    return operator
  }

  /** Stops making changes, and reports how the store differs from what the acknowledged changes should have left. */
  async finish(): Promise<readonly string[]> {
    this.#leave.abort()
    await this.#work
    const { access, auditEntries, findings } = await lookAt(this.#worker, this.#world)
    const lost = this.#world.readers
      .filter((reader) => JSON.stringify(access[reader.user]) !== JSON.stringify(namesOf(reader)))
      .map(({ user }) => `what ${user} may see is not what was acknowledged`)
    const entries = auditEntries - this.#entriesBefore
    if (entries !== this.acknowledged) {
      lost.push(`${this.acknowledged} changes were acknowledged, and the audit trail has ${entries}`)
    }
    return [...lost, ...findings]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave.abort()
    await this.#worker[Symbol.asyncDispose]()
  }

  async #makeChanges(): Promise<void> {
    const { signal } = this.#leave
    while (!signal.aborted) {
      const [reader, deed] = this.#decide()
      reader.history.begin(accessOf(reader), performance.now())
      await this.#insist(deed)
      reader.history.acknowledge(performance.now())
      this.acknowledged += 1
      await delay(betweenChangesMs)
    }
  }

  async #insist(deed: Deed): Promise<void> {
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      const reply = await this.#worker.run(deed)
      if (reply.done) return
      const { code = 'unforeseen' } = reply
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      await delay(betweenAttemptsMs)
    }
    const codes = [...this.refusals.keys()].join(', ')
    throw new FaultError(`In ${patienceMs / 1000} s a change was not acknowledged, but refused: ${codes}.`)
  }

  /** Draws a change, and updates the reader to the state after it. */
  #decide(): [Reader, Deed] {
    const { readers, plants } = this.#world
    const shutOut = readers.find(({ isDisabled }) => isDisabled)
    const reader = shutOut ?? pick(this.#draw, readers)
    const { user } = reader
    if (shutOut !== undefined) {
      reader.isDisabled = false
      return [reader, { what: 'enableUser', user }]
    }
    const kind = this.#draw(10)
    if (kind === 0) {
      reader.isDisabled = true
      return [reader, { what: 'disableUser', user }]
    }
    if (kind < 3) {
      reader.isMember = !reader.isMember
      return [reader, { what: reader.isMember ? 'addMember' : 'removeMember', user, group }]
    }
    const index = this.#draw(ownPlants)
    const isGrant = !reader.granted.delete(index)
    if (isGrant) reader.granted.add(index)
    return [reader, { what: isGrant ? 'grant' : 'revoke', user, plant: plants[index]?.name ?? '' }]
  }
}

function namesOf(reader: Reader): readonly string[] | 'refused' {
  const access = accessOf(reader)
  return access === 'refused' ? access : access.map(({ name }) => name)
}

async function lookAt(worker: OperatorWorker, { readers }: FaultWorld): Promise<Look> {
  const reply = await worker.run({ what: 'look', users: readers.map(({ user }) => user) })
  if (reply.done && reply.look !== undefined) return reply.look
  throw new FaultError(`The store can't be read: ${reply.done ? 'no reply' : reply.message}`)
}
