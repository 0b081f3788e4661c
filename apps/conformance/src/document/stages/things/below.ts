/** What is below a thing shows in it: its counts, and its tag, go with what is made, made again and removed there. */
import type { AnyOperation, Parameter } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { ruleId } from '../../rules.ts'
import { compareKept, compareTags } from './changed.ts'
import { countIn, countsIn, isNamedFor } from './counts.ts'
import { itemsOf } from '../../items.ts'
import type { DocumentStage } from '../stage.ts'
import { nameOf, shownThingsOf, type Thing } from './things.ts'
import { type Came, isGone, isSuccess, Trial } from './trial.ts'
import { tagOf } from './views.ts'

/** What is made below a thing, and may be removed there. */
interface Below {
  readonly path: string
  readonly make: AnyOperation
  readonly show?: AnyOperation | undefined
  readonly remove?: AnyOperation | undefined
  readonly list?: AnyOperation | undefined
  /** The parameter of its path that names it. */
  readonly name?: Parameter | undefined
}

export const below: DocumentStage = {
  name: 'what is below things',
  run: async (player) => {
    const { contract, operations } = player.oracle.service
    for (const thing of shownThingsOf({ ...contract, operations }).filter(({ name }) => name !== undefined))
      for (const one of belowOf(thing, operations)) await new Parent(new Trial(player, thing), one).try()
  },
}

function belowOf({ path, show }: Thing, operations: readonly AnyOperation[]): readonly Below[] {
  const at = (place: string, method: string): AnyOperation | undefined =>
    operations.find((one) => one.path === place && one.method === method)
  const paths = new Set(operations.map((one) => one.path).filter((one) => one.startsWith(`${path}/`)))
  return [...(show.path === path ? paths : [])].flatMap((own): readonly Below[] => {
    const [, rest, name] = /^(\/[^/{}]+)(?:\/\{([^{}]+)\})?$/.exec(own.slice(path.length)) ?? []
    if (rest === undefined) return []
    const [above, remove] = [path + rest, at(own, 'DELETE')]
    const isItem = name !== undefined || ![...paths].some((other) => other.startsWith(`${own}/{`))
    const list = isItem ? at(above, 'GET') : undefined
    const make = at(own, 'PUT') ?? (list === undefined ? undefined : at(above, 'POST'))
    const named = [remove, make].flatMap((one) => one?.parameters.filter((each) => each.name === name) ?? [])
    return make === undefined ? [] : [{ path: own, make, show: at(own, 'GET'), remove, list, name: named[0] }]
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
    const isOurs = await this.#begin()
    const before = await this.#look()
    const made = before && (await this.#change(() => this.#make(), before))
    if (before === undefined || made === undefined) return
    const again = this.#isPut ? await this.#change(() => this.#make(), made.seen) : made
    if (again !== undefined) this.#compareAgain(before, made, again)
    this.#compareUp(before, made)
    const { remove } = this.#below
    const removed = again && remove && (await this.#change(() => this.#ask(remove), again.seen))
    if (again === undefined || removed === undefined || remove === undefined) return
    this.#compareCounts(remove, [before, made.seen, again.seen, removed.seen], removed.came)
    await this.#renew(removed.came, isOurs)
  }

  get #isPut(): boolean {
    return this.#below.make.method === 'PUT'
  }

  /** Undefined where it is refused. */
  async #change(work: () => Promise<Came | undefined>, { shown }: Seen): Promise<Change | undefined> {
    const came = await work()
    const seen = came && isSuccess(came) ? await this.#look(shown) : undefined
    if (came === undefined || seen === undefined) return undefined
    compareTags(this.#trial, [shown, came, seen.shown])
    if (seen.kept !== undefined) compareKept(this.#trial, [shown, seen.kept, seen.shown])
    return { came, seen }
  }

  async #renew(removed: Came, isOurs: boolean): Promise<void> {
    const made = await this.#make()
    if (made === undefined) return
    if (this.#isPut) this.#sayMade(made, removed, 'it was removed before')
    await this.#trial.show()
    if (isOurs) await this.#removeWhole()
  }

  /** With a new thing, if one can be made; otherwise with one that is known. */
  async #begin(): Promise<boolean> {
    const { create } = this.#trial.thing
    const [body] = create === undefined ? [] : this.#trial.rightBodies(create)
    const made = create && (await this.#trial.askRight(create, { body }))
    if (made !== undefined && isSuccess(made)) this.#trial.name = this.#trial.nameOf(made)
    return this.#trial.name !== undefined
  }

  #ask(operation: AnyOperation): Promise<Came | undefined> {
    const { name } = this.#below
    return this.#trial.ask(operation, {
      values: name === undefined || this.#child === undefined ? [] : [[name, this.#child]],
    })
  }

  /** Undefined where it is not made. */
  async #make(): Promise<Came | undefined> {
    const { make, path, name, show } = this.#below
    const before = this.#isPut && show !== undefined ? await this.#ask(show) : undefined
    for (const body of make.body === undefined ? [undefined] : this.#trial.rightBodies(make).slice(0, 4)) {
      const made = await this.#trial.askRight(make, { body })
      if (made === undefined || !isSuccess(made)) continue
      if (before !== undefined && isGone(before)) this.#sayMade(made, before, 'nothing was there before')
      const thing = { ...this.#trial.thing, path, create: make, ...(name && { name: name.name }) }
      if (make.method === 'POST') this.#child = nameOf(thing, made.response, this.#trial.player.subject.url)
      return made
    }
    return undefined
  }

  /** The thing, whether it is as it was `before`, and how many there are below. */
  async #look(before?: Came): Promise<Seen | undefined> {
    const tag = before && tagOf(before.response)
    const { show } = this.#trial.thing
    const kept =
      tag === undefined ? undefined : await this.#trial.ask(show, { fields: [['If-None-Match', tag]] })
    const shown = await this.#trial.show()
    const listed = this.#below.list && (await this.#trial.ask(this.#below.list))
    const count = listed && isSuccess(listed) ? itemsOf(readJson(listed.response).value).length : undefined
    return shown === undefined || !isSuccess(shown) ? undefined : { shown, kept, count }
  }

  #compareAgain(before: Seen, made: Change, again: Change): void {
    for (const [name, was] of countsIn(before.shown)) {
      const [now, then] = [made, again].map(({ seen }) => countIn(seen.shown, name))
      const came =
        now !== was && then !== now ? `${name} is ${String(then)} after the same PUT twice` : undefined
      const due = `${String(now)}, as after the first`
      this.#trial.say(ruleId(this.#below.make, 'effect'), { came, due }, [
        made.came,
        again.came,
        again.seen.shown,
      ])
    }
  }

  #isNamedFor(name: string): boolean {
    const [, segment = ''] = /\/([^/{}]+)(?:\/\{[^{}]+\})?$/.exec(this.#below.path) ?? []
    return isNamedFor(name, segment)
  }

  /** What is named for the list, and is as many as that has, stays so. */
  #compareUp(before: Seen, { came: made, seen }: Change): void {
    for (const [name, was] of countsIn(before.shown).filter(([one]) => this.#isNamedFor(one))) {
      if (before.count !== was || seen.count !== was + 1) continue
      const now = countIn(seen.shown, name)
      const came = now === seen.count ? undefined : `${name} is ${String(now)}`
      const due = `${seen.count}, as many as are listed`
      this.#trial.say(ruleId(this.#below.make, 'effect'), { came, due }, [made, seen.shown])
    }
  }

  /** What goes up with what is made goes down with it. */
  #compareCounts(remove: AnyOperation, all: readonly [Seen, Seen, Seen, Seen], removed: Came): void {
    const [before, after, again, last] = all
    for (const [name, was] of countsIn(before.shown)) {
      const [now, then, end] = [after, again, last].map(({ shown }) => countIn(shown, name))
      const isOfList =
        this.#isNamedFor(name) ||
        [before, after].every(({ shown, count = countIn(shown, name) }) => countIn(shown, name) === count)
      const isUp = isOfList && now === was + 1 && then === now
      const came = isUp && end === now ? `${name} is still ${now}` : undefined
      if (isUp) this.#trial.say(ruleId(remove, 'effect'), { came, due: String(was) }, [removed, last.shown])
    }
  }

  /** What is not there is made by PUT (RFC 9110, 9.3.4). */
  #sayMade(made: Came, before: Came, why: string): void {
    const isDeclared = this.#below.make.responses.some(({ status }) => status === '201')
    const { status } = made.response
    const came = isDeclared && status !== 201 ? String(status) : undefined
    this.#trial.say(ruleId(this.#below.make, 'status'), { came, due: `201: ${why}` }, [before, made])
  }

  async #removeWhole(): Promise<void> {
    const { remove } = this.#trial.thing
    const { list } = this.#below
    const removed = remove && list && (await this.#trial.ask(remove))
    const shown = removed && isSuccess(removed) ? await this.#trial.show() : undefined
    const listed = list && shown && isGone(shown) ? await this.#trial.ask(list) : undefined
    if (listed === undefined || remove === undefined) return
    const count = isSuccess(listed) ? itemsOf(readJson(listed.response).value).length : 0
    const came = count === 0 ? undefined : `${listed.response.status} with what was below it`
    this.#trial.say(ruleId(remove, 'effect'), { came, due: 'nothing below what is not there' }, [
      removed,
      listed,
    ])
  }
}

interface Seen {
  readonly shown: Came
  readonly kept: Came | undefined
  readonly count: number | undefined
}

interface Change {
  readonly came: Came
  readonly seen: Seen
}
