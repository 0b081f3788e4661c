/** The ladder of credentials: from none to nearly a good one, each is refused, and only the good one is let in. */
import type { Field, SentRequest } from '../../exchange.ts'
import { fieldValue } from '../../content.ts'
import { quoteApart } from '../answers/examination.ts'
import { runsFor } from '../budget.ts'
import { anyCredential } from '../generate/credentials.ts'
import { forAll } from '../for-all.ts'
import type { Law } from '../law.ts'
import type { Sent } from '../sent.ts'
import type { Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import {
  credentialsAlike,
  credentialsNear,
  credentialsOfAnyone,
  retiredCredentials,
} from '../vectors/credentials.ts'
import { misplacedTokens } from '../vectors/misplaced-tokens.ts'

export const credentials: Law = {
  name: 'credentials',
  run: async (probe) => {
    await Promise.all(probe.knowledge.operations.map((operation) => climb(probe, operation)))
  },
}

async function climb(probe: Probe, { method, path }: Operation): Promise<void> {
  const { parties, secrets, subject } = probe
  const send = (value: string): SentRequest =>
    probe.write(method, path, { fields: [['Authorization', value]] })
  const near = parties.slice(0, 2).flatMap(({ token }) => credentialsNear(token, subject.budget))
  const alike = parties.slice(0, 6).flatMap(({ token }) => credentialsAlike(token))
  const sent = await probe.askBriefly(
    [...credentialsOfAnyone, ...retiredCredentials(secrets.refused), ...near, ...alike].map((value) =>
      send(value),
    ),
  )
  compareRefusals(probe, sent)
  const placed = misplacedTokens(parties[0]?.token, parties[1]?.token, path)
  await probe.askBriefly(placed.map(({ target, ...liberties }) => probe.write(method, target, liberties)))
  await forAll(probe, anyCredential(parties[0]?.token), send, runsFor(subject.budget, 2))
}

/** No guesser learns why. */
function compareRefusals(probe: Probe, sent: readonly Sent[]): void {
  const refusals = sent.filter(({ outcome }) => !('silence' in outcome) && outcome.status === 401)
  const [first, ...rest] = refusals.filter(({ request }) => credentialOf(request.fields) !== '')
  if (first === undefined) {
    return
  }
  const other = rest.find((one) => refusalOf(one) !== refusalOf(first))
  if (other === undefined) {
    probe.keep('same-refusal-for-every-reason', first)
  } else {
    const [came, before] = quoteApart(refusalOf(other), refusalOf(first))
    const due = `the same as for another credential: ${before}`
    probe.findings.tell({ rule: 'same-refusal-for-every-reason', came, due }, other)
  }
}

const credentialOf = (fields: readonly Field[]): string =>
  fields.find(([name]) => name === 'Authorization')?.[1].trim() ?? ''

function refusalOf({ outcome }: Sent): string {
  return 'silence' in outcome
    ? ''
    : `${fieldValue(outcome, 'WWW-Authenticate') ?? ''} ${outcome.body.toString('utf8')}`
}
