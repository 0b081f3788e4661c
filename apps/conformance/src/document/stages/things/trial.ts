/** One thing of a service, asked for and changed by one caller. */
import { alone, atOnce, inTurn, type Session, type Wanted } from '@plant-store/raw-http'
import type { Field, RawResponse } from '../../../exchange.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import type { AnyContract, AnyOperation, Parameter } from '../../model.ts'
import { tell } from '../../oracle/asked.ts'
import { ruleId } from '../../rules.ts'
import { type RightBody, rightBodies, wrongBodies } from '../../values/bodies.ts'
import type { WrittenBody } from '../../values/write-body.ts'
import { type DocumentPlayer, isIfMatch, planFor, wanted, whoAsks, without, withValues } from '../plan.ts'
import type { Form } from '../forms.ts'
import { asItem, nameOf, type Thing, writtenMembers } from './things.ts'
import { readJson } from '../../oracle/content.ts'
import { Unlike } from './unlike.ts'
import { differenceOf, tagOf, view, type View, viewOf } from './views.ts'

/** A request with what came for it. */
export interface Came {
  readonly ask: Wanted
  readonly sent: Sent
  readonly response: RawResponse
  readonly body?: Body | undefined
}

/** With what it says, where that is known. */
type Body = WrittenBody & Partial<Pick<RightBody, 'value' | 'content'>>

/** As whom it is asked, by default as the caller of the trial, and with what body. */
export interface How {
  readonly caller?: number | undefined
  readonly body?: Body | undefined
  /** In place of the last entity tag, as a condition; none where it is empty. */
  readonly tag?: string
  readonly form?: Form | undefined
  readonly fields?: readonly Field[]
  readonly values?: readonly (readonly [Parameter, unknown])[]
}

/** This many right bodies are tried. */
export const mostRight = 8

/** How many wrong bodies are sent to an operation. */
const mostWrong = { quick: 16, standard: 40, deep: 100 } as const

export const isSuccess = ({ response: { status } }: Came): boolean => status < 300 && status !== 202

export const isGone = ({ response: { status } }: Came): boolean => status === 404 || status === 410

export class Trial {
  readonly player: DocumentPlayer
  readonly thing: Thing
  readonly caller: number | undefined
  /** What names the thing in its path, once it is known. */
  name: unknown
  isListed = false
  readonly #members: ReadonlySet<string>
  /** Its last entity tag, for changes that must name one. */
  #tag: string | undefined
  readonly #unlike: Unlike
  #wasListed = false
  #putOff: (() => Promise<void>)[] | undefined

  constructor(player: DocumentPlayer, thing: Thing) {
    this.player = player
    this.thing = thing
    this.caller = whoAsks({ player, operation: thing.show })[0]
    const { service } = player.oracle
    this.#members = writtenMembers(service.contract, thing)
    this.#unlike = new Unlike(service.contract, (name) => this.known(name))
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
    const known = this.player.oracle.service.accepted.get(operation) ?? []
    return [known, operation.body === undefined ? [] : rightBodies(this.contract, operation.body)].flat()
  }

  /** Undefined where a value that the request needs is not known. */
  wanted(operation: AnyOperation, how: How = {}): Wanted | undefined {
    const { caller, body, tag, form, fields = [], values = [] } = { caller: this.caller, ...how }
    const place = { player: this.player, operation }
    // Whoever asks, it is for the same thing.
    const own = planFor(place, this.caller)
    const plan = own && { ...(tag === '' ? without(own, isIfMatch) : own), caller }
    const known = operation.parameters.flatMap((parameter) => {
      const { in: where, name } = parameter
      const isName = where === 'path' && name === this.thing.name && this.name !== undefined
      return isName ? [[parameter, this.name] as const] : []
    })
    const condition = tag ?? this.#tagFor(operation)
    const all: readonly Field[] = condition === '' ? fields : [...fields, ['If-Match', condition]]
    const plain = plan && wanted({ ...withValues(plan, [...known, ...values]), body, fields: all })
    const other = plain && form?.rewrite(plain.request, this.player.subject.url)
    return other === undefined ? plain : { request: other }
  }

  /** What is above the thing or below it has another. */
  #tagFor({ path, parameters }: AnyOperation): string {
    return path === this.thing.path && parameters.some((one) => isIfMatch(one)) ? (this.#tag ?? '') : ''
  }

  /** Undefined where it can't be asked for, or nothing came. What is wrong with the response alone is told. */
  async ask(operation: AnyOperation, how?: How): Promise<Came | undefined> {
    const ask = this.wanted(operation, how)
    if (ask === undefined) return undefined
    const [came] = await this.play(this.#sessionOf(ask, how?.form))
    return came && { ...came, body: how?.body }
  }

  /** The body, as one that no thing was made of yet. */
  fresh(body: RightBody | undefined): RightBody | undefined {
    return this.#unlike.fresh(body)
  }

  /** Asks with a right body; with others like it where the service refuses a second equal thing. */
  async askRight(
    operation: AnyOperation,
    how: How & { readonly body?: RightBody | undefined },
  ): Promise<Came | undefined> {
    const { body } = how
    const came = await this.ask(operation, { ...how, body: this.fresh(body) })
    if (came?.response.status !== 409 || body === undefined) return came
    const ask = (other: RightBody): Promise<Came | undefined> => this.ask(operation, { ...how, body: other })
    return (await this.#unlike.tryOthers(body, ask, isSuccess)) ?? came
  }

  /** Resolves to what came of as many like it at once. */
  askAtOnce(operation: AnyOperation, body: RightBody | undefined, count: number): Promise<readonly Came[]> {
    const bodies = Array.from({ length: count }, () => this.fresh(body))
    return this.play(atOnce(bodies.flatMap((own) => this.wanted(operation, { body: own }) ?? [])))
  }

  /** Asks in the form; and plainly where that is refused: if it then succeeds, it was refused for its form. */
  async askAs(
    form: Form | undefined,
    operation: AnyOperation,
    body: RightBody | undefined,
  ): Promise<Came | undefined> {
    const came = await this.askRight(operation, { body, form })
    if (form === undefined || came === undefined || isSuccess(came)) return came
    const plain = await this.askRight(operation, { body })
    const { status } = came.response
    const { alsoFine } = this.player.oracle.analyse(came.sent.request)
    // What is there already (409) is no matter of form.
    const isFine = status >= 500 || [form.refusal, 409, 429, ...alsoFine].includes(status)
    if (plain !== undefined && isSuccess(plain) && !isFine) {
      const due = `${plain.response.status}, as for the same in another form (${form.source})`
      const session = this.#sessionOf(came.ask, form)
      this.say(ruleId(operation, 'success'), { came: tell(came.response), due }, [came], session)
    }
    return plain
  }

  #sessionOf(ask: Wanted, form?: Form): Session {
    const half = (ask.request.body ?? '').length >> 1
    const { length } = this.player.bytesOf(ask.request)
    return alone(ask, form?.isCut === true ? { cut: [length - 2 * half, length - half], pauseMs: 100 } : {})
  }

  /** Does the work, and only then tries again what was wrong meanwhile: that may change what the work looks at. */
  async undisturbed(work: () => Promise<void>): Promise<void> {
    const all: (() => Promise<void>)[] = []
    this.#putOff = all
    try {
      await work()
    } finally {
      // Also where the service has died of it.
      this.#putOff = undefined
      for (const report of all) await report()
    }
  }

  async play(session: Session): Promise<readonly Came[]> {
    const all = await this.player.client.play(session)
    for (const sent of all)
      for (const breach of this.player.breachesIn(sent).filter(({ isToReturn }) => isToReturn !== true)) {
        const report = (): Promise<void> => this.player.findings.reportShortest(breach, sent, session)
        if (this.#putOff === undefined) await report()
        else this.#putOff.push(report)
      }
    return all.flatMap((sent) =>
      'noResponse' in sent.outcome ? [] : [{ ask: { request: sent.request }, sent, response: sent.outcome }],
    )
  }

  /** What names the thing that was made. */
  nameOf({ response }: Came): unknown {
    return nameOf(this.thing, response, this.player.subject.url)
  }

  /** Whether the thing is shown only among others. */
  get isInList(): boolean {
    return this.thing.show === this.thing.list && this.thing.name !== undefined
  }

  async show(how?: How): Promise<Came | undefined> {
    const came = await this.ask(this.thing.show, how)
    if (came !== undefined && this.isInList) return this.#itemOf(came)
    if (came !== undefined && isSuccess(came) && how === undefined) this.#tag = tagOf(came.response)
    return came
  }

  /** Undefined where it was never seen in the list. */
  #itemOf(came: Came): Came | undefined {
    const response = isSuccess(came) ? asItem(this.thing, came.response, this.name) : came.response
    this.#wasListed ||= response.status === 200
    return this.#wasListed || !isSuccess(came) ? { ...came, response } : undefined
  }

  /** What came in place of a thing that is not there. */
  absence({ response: { status } }: Came): string {
    return this.isInList && status === 404 ? 'a list without it' : String(status)
  }

  /** What a response shows of that which clients write. */
  view({ response }: Came): View {
    return view(response, this.#members)
  }

  /** Of this, only what clients write. */
  written({ response }: Came): View {
    return new Map([...viewOf(readJson(response).value)].filter(([name]) => this.#members.has(name)))
  }

  /** Undefined where a later response shows the same. */
  difference(before: Came, after: Came): string | undefined {
    if (isSuccess(before) && !isSuccess(after)) return `${this.absence(after)} in place of it`
    return differenceOf(this.view(before), this.view(after))
  }

  /** Says that the operation's rule is kept, or what came in place of what was due, as these requests in turn show. */
  say(
    rule: string,
    { came, due }: { readonly came: string | undefined; readonly due: string },
    all: readonly (Came | undefined)[],
    session?: Session,
  ): void {
    const shown = all.filter((one) => one !== undefined)
    const last = shown.at(-1)
    if (last === undefined) return
    const asks = shown.map(({ ask }) => ask)
    if (came === undefined) this.player.collector.kept(rule, last.sent.exchange)
    else this.player.findings.tell({ rule, came, due }, last.sent, session ?? inTurn(asks))
  }
}
