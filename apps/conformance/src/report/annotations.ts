/** Annotations that GitHub shows at lines of the contract. */
import { type Failure, type Place, placesOf, type Verdict } from '../run/verdict.ts'
import { linesOfFinding } from './show-exchange.ts'
import { showText } from './show-bytes.ts'

/** A workflow command on each line: one for each failure, or one that says why nothing could be checked. */
export function annotations(verdict: Verdict): string {
  const placeOf = placesOf(verdict)
  const commands = verdict.failures.map((failure) => annotate(failure, placeOf(failure.rules[0])))
  if (verdict.outcome === 'inconclusive') {
    commands.push(`::error title=Conformance could not be checked::${escapeData(showText(verdict.summary))}`)
  }
  return commands.map((command) => `${command}\n`).join('')
}

function annotate({ headline, findings }: Failure, { file, line }: Place): string {
  const properties = { file, line: String(line), title: headline }
  const told = findings.slice(0, 1).flatMap((first) => linesOfFinding(first))
  const where = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(showText(value))}`,
  )
  return `::error ${where.join(',')}::${escapeData(showText(told.join('\n'), 'lines'))}`
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
