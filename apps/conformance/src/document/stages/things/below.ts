/** What is below a thing shows in it: its counts, and its tag, go with what is made, made again and removed there. */
import { membersOf } from '../../../contract/pointers.ts'
import { itemsOf } from '../../paging.ts'
import { type AnyOperation, declares } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import type { DocumentStage } from '../stage.ts'
import { seeChange } from './changed.ts'
import { nameOf, operationAt, type Thing, thingsOf } from './things.ts'
import { type Came, isGone, isSuccess, successOf, Trial } from './trial.ts'
import { valueOf } from './views.ts'

/** What is made below a thing, and may be removed there; `name` is the variable of its path. */
type Below = Pick<Thing, 'path' | 'remove' | 'list' | 'name'> & {
  readonly make: AnyOperation
  readonly show: AnyOperation | undefined
}

/** What came of a change below, the thing then with its counts, and how many are listed below it. */
interface Seen {
  readonly came: Came
  readonly shown: Came
  readonly counts: ReadonlyMap<string, number>
  readonly count: number | undefined
}

export const below: DocumentStage = {
  name: 'what is below things',
  run: async (player) => {
    const { service } = player.oracle
    const things = thingsOf(service).filter(
      ({ name, show, path }) => name !== undefined && show.path === path,
    )
    for (const thing of things)
      for (const one of belowOf(thing, service.operations))
        await new Parent(new Trial(player, thing), one).try()
  },
}

function belowOf({ path }: Thing, operations: readonly AnyOperation[]): readonly Below[] {
  const paths = new Set(operations.map((one) => one.path).filter((one) => one.startsWith(`${path}/`)))
  return [...paths].flatMap((own): readonly Below[] => {
    const [, rest, name] = /^(\/[^/{}]+)(?:\/\{([^{}]+)\})?$/.exec(own.slice(path.length)) ?? []
    if (rest === undefined) return []
    const isItem = name !== undefined || ![...paths].some((other) => other.startsWith(`${own}/{`))
    const list = isItem ? operationAt(operations, path + rest, 'GET') : undefined
    const make = operationAt(operations, own, 'PUT') ?? (list && operationAt(operations, path + rest, 'POST'))
    const [show, remove] = ['GET', 'DELETE'].map((method) => operationAt(operations, own, method))
    return make === undefined ? [] : [{ path: own, make, show, remove, list, name }]
  })
}

class Parent {
  readonly #trial: Trial
  readonly #below: Below
  /** What names that which is below. */
  #child: unknown

  constructor(trial: Trial, one: Below) {
    this.#trial = trial
    this.#below = one
  }

  async try(): Promise<void> {
    const { make, remove } = this.#below
    const { create } = this.#trial.thing
    // A new thing, if one can be made; otherwise one that is known.
    const own = successOf(await this.#trial.askRight(create, this.#trial.rightBodies(create)[0]))
    if (own !== undefined) this.#trial.name = this.#trial.nameOf(own)
    const shown = successOf(await this.#trial.show())
    const before = shown && (await this.#look(shown, shown))
    const made = before && (await this.#change(() => this.#make()))
    if (before === undefined || made === undefined) return
    const again = make.method === 'PUT' ? await this.#change(() => this.#make()) : made
    const removed = again && (await this.#change(() => this.#ask(remove)))
    this.#compare(before, made, again, removed)
    const renewed = removed && (await this.#make(removed.came))
    if (own !== undefined && renewed !== undefined) await this.#removeWhole()
  }

  /** Undefined where it is refused. */
  async #change(work: () => Promise<Came | undefined>): Promise<Seen | undefined> {
    const [, came, after] = (await seeChange(this.#trial, work)) ?? []
    return came && after && isSuccess(after) ? this.#look(came, after) : undefined
  }

  async #look(came: Came, shown: Came): Promise<Seen> {
    const listed = successOf(await this.#trial.ask(this.#below.list))
    const counts = membersOf(valueOf(shown)).flatMap(([name, value]) =>
      namesOfCounts.test(name) && Number.isInteger(value) ? [[name, Number(value)] as const] : [],
    )
    const items = listed && itemsOf(valueOf(listed))
    return { came, shown, counts: new Map(counts), count: items?.length }
  }

  #ask(operation: AnyOperation | undefined): Promise<Came | undefined> {
    return this.#trial.ask(operation, { names: new Map([[this.#below.name ?? '', this.#child]]) })
  }

  /** Undefined where it is not made. What is not there, or was removed, is made by PUT (RFC 9110, 9.3.4). */
  async #make(removed?: Came): Promise<Came | undefined> {
    const { make, path, name, show } = this.#below
    const isPut = make.method === 'PUT'
    const gone = removed ?? (await this.#ask(show))
    for (const body of make.body === undefined ? [undefined] : this.#trial.rightBodies(make).slice(0, 4)) {
      const made = successOf(await this.#trial.askRight(make, body))
      if (made === undefined) continue
      const came = made.response.status === 201 ? undefined : String(made.response.status)
      if (isPut && (removed !== undefined || isGone(gone)) && declares(make, 201))
        this.#trial.say(ruleId(make, 'status'), came, '201: nothing was there before', [gone, made])
      const thing = { ...this.#trial.thing, path, create: make, name }
      if (!isPut) this.#child = nameOf(thing, made, this.#trial.player.subject.url)
      return made
    }
    return undefined
  }

  /** What counts that which is below goes up with it, stays with the same PUT again, and goes down. */
  #compare(before: Seen, made: Seen, again: Seen | undefined, removed: Seen | undefined): void {
    const { make, remove = make, path } = this.#below
    for (const [name, was] of before.counts) {
      const [now, then] = [made, again].map((seen) => seen?.counts.get(name))
      const isNamed = isNamedFor(name, path)
      const isUp = [now, then].every((one) => one === was + 1) && (isNamed || (before.count ?? was) === was)
      const rows: readonly (readonly [Seen | undefined, AnyOperation, boolean, unknown, string])[] = [
        [made, make, isNamed && made.count === was + 1, made.count, 'as are listed'],
        [again, make, now !== was, now, 'as after the same PUT before'],
        [removed, remove, isUp, was, 'as before'],
      ]
      for (const [seen, operation, isDue, due, why] of rows) {
        if (seen === undefined || !isDue) continue
        const is = seen.counts.get(name)
        const came = is === due ? undefined : `${name} is ${is}`
        const all = [made.came, seen.came, seen.shown]
        this.#trial.say(ruleId(operation, 'effect'), came, `${String(due)}, ${why}`, all)
      }
    }
  }

  /** What was below a thing is not there without it. */
  async #removeWhole(): Promise<void> {
    const { remove } = this.#trial.thing
    const removed = successOf(await this.#trial.ask(remove))
    const listed = isGone(removed && (await this.#trial.show()))
      ? await this.#trial.ask(this.#below.list)
      : undefined
    if (remove === undefined || listed === undefined) return
    const isEmpty = !isSuccess(listed) || itemsOf(valueOf(listed)).length === 0
    const came = isEmpty ? undefined : `${listed.response.status} with what was below it`
    this.#trial.say(ruleId(remove, 'effect'), came, 'nothing below what is not there', [removed, listed])
  }
}

const namesOfCounts = /count|total|taken|size|number_?of|^num_/i

/** Such as reportCount, number_of_reports and reportsTotal for what is below `/reports`. */
function isNamedFor(name: string, path: string): boolean {
  const [, segment = ''] = /\/([^/{}]+)(?:\/\{[^{}]+\})?$/.exec(path) ?? []
  const stem = segment.replace(/(?:ie|e)?s$/i, '').replaceAll(/[^a-z]/gi, '')
  const plain = name.replaceAll(/[^a-z]/gi, '')
  return new RegExp(`^(?:num(?:ber)?(?:of)?)?${stem}(?:y|ies|es|e|s)?(?:count|total)?$`, 'i').test(plain)
}
