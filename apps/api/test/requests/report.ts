/** Reports a row that went wrong, so that the reader can see why. */
import type { Answer } from '@plant-store/testkit'
import { textOf } from '@plant-store/testkit/rows'
import type { Outcome } from './exchange.ts'
import type { Row } from './table.ts'

/** What was sent, what came back, and what is wrong with it. The request is shown in the table's words. */
export function reportRow(row: Row, { answers, probed }: Outcome, faults: readonly string[]): string {
  const cameBack = [...answers, ...probed]
  return [
    `requests.yaml:${row.line}, ${row.section}: ${row.says}`,
    'sent',
    indent(row.raw ?? textOf(row)),
    'came back',
    ...(cameBack.length === 0 ? ['  nothing'] : cameBack.map((response) => indent(showResponse(response)))),
    'wrong',
    indent(faults.join('\n')),
  ].join('\n')
}

function showResponse({ version, status, reason, fields, body }: Answer): string {
  const lines = fields.map(([name, value]) => `${name}: ${value}`)
  const shown = body.subarray(0, 500).toString()
  const content = body.length > 500 ? `${shown}… (${body.length} octets)` : shown
  return [`HTTP/${version} ${status} ${reason}`, ...lines, '', content].join('\n')
}

function indent(text: string): string {
  return text.trimEnd().replaceAll('\r\n', '\n').replaceAll(/^/gm, '  ')
}
