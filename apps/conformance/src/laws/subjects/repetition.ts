/** Equal requests get equal answers: one after the other, together, and much later. */
import type { SentRequest } from '../../exchange.ts'
import { quoteApart } from '../answers/examination.ts'
import { fingerprint } from '../answers/fingerprint.ts'
import type { Law } from '../law.ts'
import type { Sent } from '../sent.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { repeatedly } from '../repeatedly.ts'
import { readable } from './access.ts'

const rule = 'equal-requests-equal-answers'

export const repetition: Law = {
  name: 'repetition',
  run: async (probe) => {
    await Promise.all(kindsOf(probe).map((request) => repeat(probe, request)))
  },
}

/** A right request of each caller, and one of each refusal. */
export const kindsOf = (probe: Probe): readonly SentRequest[] =>
  readable(probe).flatMap((operation) => kindsFor(probe, operation))

function kindsFor({ parties, write }: Probe, operation: Operation): readonly SentRequest[] {
  const { path } = operation
  const token = parties[0]?.token.mark
  const numbers = integerParameters(operation).flatMap(({ name }) => [`${name}=2`, `${name}=-1`])
  return [
    ...parties.slice(0, 4).map((party) => write('GET', path, { token: party.token.mark })),
    ...numbers.map((query) => write('GET', `${path}?${query}`, { token })),
    write('GET', path),
    write('GET', path, { token: 'nobody-has-this-one' }),
    write('GET', `${path}/`, { token }),
    write('POST', path, { token }),
  ]
}

async function repeat(probe: Probe, request: SentRequest): Promise<void> {
  const one = await probe.ask(request)
  const again = await probe.ask(request)
  const together = await probe.askAll([request, request, request])
  compareAnswers(probe, [one, again, ...together])
}

/** The answers to one request, in the order in which they came. */
export function compareAnswers(probe: Probe, sent: readonly Sent[]): void {
  const [first, ...rest] = sent.filter(({ outcome }) => !('silence' in outcome))
  const other = rest.find((one) => printOf(one) !== printOf(first))
  if (first === undefined) {
    return
  }
  if (other === undefined) {
    probe.keep(rule, first)
  } else {
    const [later, before] = quoteApart(printOf(other), printOf(first))
    const came = `${later}, and before ${before}`
    probe.findings.tellWith(
      { rule, came, due: 'the same answer again' },
      other,
      repeatedly(probe.findings.curl([other.request])),
    )
  }
}

const printOf = (sent: Sent | undefined): string =>
  sent === undefined || 'silence' in sent.outcome ? '' : fingerprint(sent.outcome)
