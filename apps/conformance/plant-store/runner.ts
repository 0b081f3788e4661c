/** Plays sessions for our own contract, whose lists may be long. */
import {
  inGroups,
  Secrets,
  type Session,
  type Step,
  type Wanted,
  withFields,
  type WriteRequest,
} from '@plant-store/raw-http'
import { listPlants, otherOperations } from './contract.ts'
import { isSafe } from '../src/document/model.ts'
import type { SentRequest } from '../src/exchange.ts'
import { Oracle } from './oracle/oracle.ts'
import type { Collector } from '../src/run/checker.ts'
import { type Subject, timeOf } from '../src/subject.ts'
import { othersWords } from '../src/sessions/relations/relation.ts'
import { headAsGet, notModifiedAsOk } from '../src/sessions/relations/bare-as-whole.ts'
import { allowNamesOptions } from './relations/allow.ts'
import { equalities } from './relations/equalities.ts'
import { varyNamesFields } from './relations/vary.ts'
import { Player } from '../src/sessions/run/player.ts'

type AskOptions = NonNullable<Parameters<WriteRequest>[2]> & {
  readonly target?: string
  readonly method?: string
}

/** At most this many requests are made before the first of them is sent. */
const madeAtATime = 2400

export class Runner extends Player<Oracle> {
  readonly #startedAt = performance.now()

  constructor(subject: Subject, collector: Collector) {
    const secrets = new Secrets(subject)
    const oracle = new Oracle(subject, secrets)
    super({
      subject,
      collector,
      secrets,
      oracle,
      makeRelations: () => [
        ...equalities(oracle),
        headAsGet(),
        notModifiedAsOk(),
        varyNamesFields(oracle),
        allowNamesOptions(),
        othersWords(),
      ],
    })
  }

  /** But for requests that other operations take for a change: those are made by the stages of any document. */
  override run(sessions: readonly Session[], width?: number): ReturnType<Player<Oracle>['run']> {
    if (otherOperations.every(({ method }) => isSafe(method))) return super.run(sessions, width)
    const isHarmless = (step: Step): boolean => {
      const request = 'ask' in step ? step.ask.request : 'abandon' in step ? step.abandon : undefined
      return request === undefined || isSafe(request.method) || !this.oracle.analyse(request).isOpen
    }
    return super.run(
      sessions.map((session) => session.filter((step) => isHarmless(step))),
      width,
    )
  }

  /** How much of the time of the check is left, as a share of it. */
  get timeLeft(): number {
    return 1 - (performance.now() - this.#startedAt) / timeOf(this.subject)
  }

  /**
   * Sends one request for each item. Each is made shortly before it is sent, and released once it is checked: making all
   * pairs of a deep check at once kept this process from everything else for 14 s of processor time.
   */
  async askEach<Item>(
    items: readonly Item[],
    toWanted: (item: Item) => Wanted,
    width?: number,
  ): Promise<void> {
    for (const some of inGroups(items, madeAtATime)) {
      await this.askAll(
        some.map((item) => toWanted(item)),
        width,
      )
    }
  }

  get knowledge(): Oracle['knowledge'] {
    return this.oracle.knowledge
  }

  /** Of the callers, in order. */
  get tokens(): readonly string[] {
    return this.callers.map(({ mark }) => mark)
  }

  /** In brief, and by default a GET of the first caller for the list. */
  readonly ask = ({ target = listPlants.path, method = 'GET', ...more }: AskOptions = {}): Wanted =>
    this.brief({ request: this.write(method, target, { token: this.tokens[0], ...more }) })

  /** The same request for a part of the list, where the list is long and its length is not the point. */
  brief(ask: Wanted): Wanted {
    return { ...ask, request: this.oracle.withSmallLimit(ask.request) }
  }

  /** All requests; by the given contract alone, only those that it speaks of. */
  spokenOf(asks: readonly Wanted[]): readonly Wanted[] {
    return asks.filter(
      ({ request }) => this.subject.only === 'all' || this.oracle.analyse(request).owed === 'a response',
    )
  }

  /** The known tag of what the request asks for in brief: a part of a long list has a tag of its own. */
  tagOf(request: SentRequest): string | undefined {
    return this.knowledge.tagOf(this.oracle.analyse(this.oracle.withSmallLimit(request)))
  }

  /** The request in brief, with the known tag in If-None-Match; where none is known, with a tag of no list. */
  ifChanged(request: SentRequest): SentRequest {
    const brief = this.oracle.withSmallLimit(request)
    return withFields(brief, [['If-None-Match', this.tagOf(brief) ?? '"x"']])
  }
}
