/** Compares every response of a check with those before it. */
import { alone, atOnce, inTurn, type Session, toText } from '@plant-store/raw-http'
import type { AnyOracle } from '../../oracle/any-oracle.ts'
import type { Client } from '../client/client.ts'
import type { Sent } from '../client/sent.ts'
import type { Difference, Relation, Seen } from '../relations/relation.ts'
import type { Findings } from './findings.ts'
import type { Sight } from './shrink.ts'

/** Makes all relations that are checked; each remembers what it saw. */
export type MakeRelations = () => readonly Relation[]

/** Two requests are sent again at most this often in each way, until the difference shows. */
const maxTries = 3

/** What compares a response, and tells the collector. */
export function comparer(
  makeRelations: MakeRelations,
  findings: Findings,
  client: Client,
): (sent: Sent) => Promise<void> {
  const { oracle, collector } = client.context
  const relations = makeRelations().filter(({ rule }) => oracle.isChecked(rule))

  /** What two requests show by themselves, whatever came before: sending each twice shows what is by chance. */
  const look = async (relation: Relation, session: Session): Promise<Sight | undefined> => {
    const asks = session.flatMap((step) => ('ask' in step ? [step.ask] : []))
    const isAtOnce = session.some((step) => 'ask' in step && step.wait === false)
    const all = await client.play((isAtOnce ? atOnce : inTurn)([...asks, ...asks.toReversed()]))
    const { rule } = relation
    const anew = makeRelations().filter((one) => one.rule === rule)
    const seen = all
      .filter((sent) => oracle.examine(sent).breaches.every((breach) => oracle.isAside(breach.rule)))
      .flatMap((sent) => seenIn(sent, oracle))
    // By the second time, they know what differs between responses to the same request.
    for (const one of seen) for (const each of [relation, ...anew]) each.see(one)
    for (const one of seen) {
      const found = anew.map((each) => each.see(one)).find((each) => typeof each === 'object')
      if (found?.earlier !== undefined)
        return { breach: { rule, came: found.came, due: found.due }, sent: one.sent }
    }
    return undefined
  }

  const tell = async (relation: Relation, sent: Sent, found: Difference): Promise<void> => {
    const { came, due, earlier, isChange, isToShowAgain } = found
    const breach = { rule: relation.rule, came, due }
    if (isChange === true || earlier === undefined) {
      findings.tell(breach, sent, alone({ request: sent.request }), isChange)
      return
    }
    const asks = [earlier, sent].map(({ request }) => ({ request }))
    // A difference may show only where both are answered at the same time, and not each time.
    const sessions = [inTurn(asks), atOnce(asks)].flatMap((way) =>
      Array.from({ length: maxTries }, () => way),
    )
    const shown = { breach, sent, session: inTurn(asks) }
    const once = { ...breach, came: `${came}, once, and not in ${sessions.length} further tries` }
    const otherwise = isToShowAgain === true ? undefined : () => Promise.resolve({ ...shown, breach: once })
    await findings.report(shown, sessions, (tried) => look(relation, tried), otherwise)
  }

  return async (sent) => {
    for (const seen of seenIn(sent, oracle))
      for (const relation of relations) {
        const found = relation.see(seen)
        if (found === 'kept') collector.kept(relation.rule, sent.exchange)
        else if (found !== undefined) await tell(relation, sent, found)
      }
  }
}

/** Nothing where nothing can be said about the response. */
function seenIn(sent: Sent, oracle: AnyOracle): readonly Seen[] {
  const { request, outcome } = sent
  const analysis = oracle.analyse(request)
  return analysis.isOpen || analysis.owed === 'nothing' || 'noResponse' in outcome
    ? []
    : [{ sent: { ...sent, outcome }, response: outcome, analysis, text: toText(request) }]
}
