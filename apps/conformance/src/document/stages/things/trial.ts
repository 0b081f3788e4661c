/** One thing of a service, asked for and changed by one caller. */
import { alone, inTurn, type Session, type Wanted } from '@plant-store/raw-http'
import type { Field, SentRequest } from '../../../exchange.ts'
import { tell } from '../../../quote.ts'
import type { AnyContract, AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody, rightBodies, wrongBodies, type WrittenBody } from '../../values/bodies.ts'
import { bodiesNaming, freshBody, membersToVary } from '../../values/fresh.ts'
import { say } from '../stage.ts'
import type { Member } from '../../values/shape.ts'
import type { Form } from '../forms.ts'
import { see } from '../lists/walk.ts'
import {
  type DocumentPlayer,
  isIfMatch,
  type Plan,
  planFor,
  wanted,
  whoAsks,
  without,
  withValues,
} from '../plan.ts'
import { asItem, nameOf, type Thing, writtenMembers } from './things.ts'
import { type Came, cameOf, differenceOf, isSuccess, shownBy, successOf, type View } from './views.ts'

/** As whom it is asked, by default as the caller of the trial, and with what body. */
export interface How {
  readonly caller?: number | undefined
  readonly body?: Came['body']
  /** For If-Match in place of the current one, which is sent where it is needed; none where it is empty. */
  readonly tag?: string
  readonly form?: Form | undefined
  readonly fields?: readonly Field[]
}

/** Values for variables of paths. */
type Names = ReadonlyMap<string, unknown>

/** This many right bodies are tried. */
export const mostRight = 8

/** How many wrong bodies are sent to an operation. */
const mostWrong = { quick: 16, standard: 40, deep: 100 } as const

/** In so many ways a body is made unlike those before, until one is accepted; where nothing helped so often, nothing will. */
const mostWays = 12
const mostFailures = 3

export class Trial {
  readonly player: DocumentPlayer
  readonly thing: Thing
  readonly caller: number | undefined
  /** Those that clients write. */
  readonly members: readonly Member[]
  /** What names the thing in its path, once it is known. */
  name: unknown
  isListed = false
  readonly #above: Names
  #wasListed = false
  /** The members by which the service tells things apart: of two that are equal in them, it refuses the second. */
  #unique: readonly string[] = []
  /** How often no other body helped. */
  #failures = 0

  /** `above`: what the thing is below, where that is not any that is known. */
  constructor(player: DocumentPlayer, thing: Thing, above: Names = new Map()) {
    this.player = player
    this.thing = thing
    this.#above = above
    this.caller = whoAsks({ player, operation: thing.show })[0]
    this.members = writtenMembers(this.contract, thing)
  }

  get contract(): AnyContract {
    return this.player.oracle.service.contract
  }

  wrongBodies({ body }: AnyOperation, examples?: readonly unknown[]): readonly WrittenBody[] {
    const all = body === undefined ? [] : wrongBodies(this.contract, body, examples)
    return all.slice(0, mostWrong[this.player.subject.budget])
  }

  /** Values of what is named so, as far as it is known. */
  known(name: string): readonly unknown[] {
    return this.player.oracle.service.idsFor(name, this.caller)
  }

  /** One that was accepted first. */
  rightBodies(operation: AnyOperation): readonly RightBody[] {
    if (operation.body === undefined) return []
    const own = rightBodies(this.contract, operation.body)
    // What a thing was made of may replace it.
    const isWhole = operation.method === 'PUT' && this.thing.create !== undefined
    const known = this.player.oracle.service.accepted.get(isWhole ? this.thing.create : operation)
    const [first] = own
    const like = isWhole && known && first ? bodyWith(first, known.value) : known
    return [like ?? [], own].flat()
  }

  /** The first of them, as one that no thing was made of yet. */
  anyBody(operation: AnyOperation): RightBody | undefined {
    return this.fresh(this.rightBodies(operation)[0])
  }

  /** Undefined where a value that the request needs is not known. */
  wanted(operation: AnyOperation, how?: How): Wanted | undefined {
    const plan = this.#planFor(operation, how)
    return plan && wanted(plan)
  }

  #planFor(operation: AnyOperation, { tag, form, fields = [], ...how }: How = {}): Plan | undefined {
    // Whoever asks, it is for the same thing.
    const own = planFor({ player: this.player, operation }, this.caller)
    if (own === undefined) return undefined
    const names = new Map([...this.#above, [this.thing.name ?? '', this.name]])
    const known = operation.parameters
      .filter((one) => one.in === 'path' && names.get(one.name) !== undefined)
      .map((one) => [one, names.get(one.name)] as const)
    const all: readonly Field[] = tag === undefined || tag === '' ? fields : [...fields, ['If-Match', tag]]
    const rewrite = (request: SentRequest): SentRequest =>
      form?.rewrite(request, this.player.subject.url) ?? request
    const plan = withValues(tag === '' ? without(own, isIfMatch) : own, known)
    return { ...plan, ...how, fields: all, rewrite }
  }

  /** Undefined where it can't be asked for, or nothing came. */
  async ask(operation: AnyOperation | undefined, how?: How): Promise<Came | undefined> {
    const ask = operation && this.wanted(operation, how)
    if (ask === undefined) return undefined
    const [came] = await this.play(this.#sessionOf(ask.request, how?.form))
    return came && { ...came, body: how?.body }
  }

  /** The body, as one that no thing was made of yet. */
  fresh(body: RightBody | undefined): RightBody | undefined {
    return body && (freshBody(body, this.#unique) ?? body)
  }

  /** Bodies that name other known things, or have other values, to be tried until one is accepted. */
  *#others(body: RightBody): Generator<RightBody | undefined> {
    if (this.#failures === mostFailures) return
    yield* bodiesNaming(body, (name) => this.known(name))
    for (const names of membersToVary(body).slice(0, mostWays)) {
      this.#unique = names
      yield this.fresh(body)
      yield this.fresh(body)
    }
    this.#unique = []
    this.#failures += 1
  }

  /**
   * Asks with a right body; with others like it where the service refuses a second equal thing. In a form, and plainly where
   * that is refused: if it then succeeds, it was refused for its form.
   */
  async askRight(operation: AnyOperation, body?: RightBody, form?: Form): Promise<Came | undefined> {
    const came = await this.ask(operation, { form, body: this.fresh(body) })
    if (came === undefined || isSuccess(came)) return came
    const others = came.response.status === 409 && body !== undefined ? this.#others(body) : []
    for (const other of others) {
      const made = successOf(await this.ask(operation, { form, body: other }))
      if (made !== undefined) return made
    }
    if (form === undefined) return came
    const plain = successOf(await this.askRight(operation, body))
    const { status } = came.response
    const { alsoFine } = this.player.oracle.analyse(came.request)
    // What is there already (409) is no matter of form.
    const isFine = status >= 500 || [form.refusal, 409, 429, ...alsoFine].includes(status)
    if (plain === undefined || isFine) return plain
    const due = `${plain.response.status}, as for the same in another form (${form.source})`
    const session = this.#sessionOf(came.request, form)
    this.say(ruleId(operation, 'success'), tell(came.response), due, [came], session)
    return plain
  }

  #sessionOf(request: SentRequest, form?: Form): Session {
    const half = (request.body ?? '').length >> 1
    const { length } = this.player.bytesOf(request)
    const cut = form?.isCut === true ? { cut: [length - 2 * half, length - half], pauseMs: 100 } : {}
    return alone({ request }, cut)
  }

  /** What is wrong with a response alone is told as it came: to try it again would change more. */
  async play(session: Session): Promise<readonly Came[]> {
    const all = await this.player.client.play(session)
    for (const sent of all)
      for (const breach of this.player.breachesIn(sent))
        if (breach.isToReturn !== true) this.player.findings.tell(breach, sent, session)
    return all.flatMap((sent) => cameOf(sent) ?? [])
  }

  /** What names the thing that was made. */
  nameOf(made: Came): unknown {
    return nameOf(this.thing, made, this.player.subject.url)
  }

  /** Goes on with what was made. Undefined where nothing names it, or it is not shown by itself. */
  take(made: Came): Promise<Came | undefined> {
    this.name = this.nameOf(made)
    return this.thing.name === undefined || this.name === undefined ? Promise.resolve(undefined) : this.show()
  }

  /** Whether the thing is shown only among others. */
  get isInList(): boolean {
    return this.thing.show === this.thing.list && this.thing.name !== undefined
  }

  async show(how?: How): Promise<Came | undefined> {
    const came = await this.ask(this.thing.show, how)
    return came !== undefined && this.isInList ? this.#itemOf(came) : came
  }

  /** Undefined where it was never seen in the list. */
  #itemOf(came: Came): Came | undefined {
    const response = isSuccess(came) ? asItem(this.thing, came.response, this.name) : came.response
    this.#wasListed ||= response.status === 200
    return this.#wasListed || !isSuccess(came) ? { ...came, response } : undefined
  }

  /** The list that should hold the thing, on all of its pages; `came`: the last of them. */
  async list() {
    const { list } = this.thing
    const plan = list && this.#planFor(list)
    const walked = plan && (await see(plan))
    const came = cameOf(walked?.pages.at(-1))
    return walked && came && { ...walked, came }
  }

  /** What came in place of a thing that is not there. */
  absence({ response: { status } }: Came): string {
    return this.isInList && status === 404 ? 'a list without it' : String(status)
  }

  /** What a response shows of that which clients write; all, if there is nothing of it. */
  view(came: Came): View {
    const own = this.written(came)
    return own.size > 0 ? own : shownBy(came)
  }

  /** Only what clients write: the rest, such as the time of the last change, is the service's own. */
  written(came: Came): View {
    return new Map([...shownBy(came)].filter(([name]) => this.members.some((one) => one.name === name)))
  }

  /** Undefined where a later response shows the same. */
  difference(before: Came, after: Came): string | undefined {
    if (isSuccess(before) && !isSuccess(after)) return `${this.absence(after)} in place of it`
    return differenceOf(this.view(before), this.view(after))
  }

  /** Says that the rule is kept, or what came in place of what was due, as these requests in turn show. */
  say(
    rule: string,
    came: string | undefined,
    due: string,
    all: readonly (Came | undefined)[],
    session?: Session,
  ): void {
    const shown = all.filter((one) => one !== undefined)
    say(this, rule, { came, due }, shown.at(-1), session ?? inTurn(shown))
  }
}
