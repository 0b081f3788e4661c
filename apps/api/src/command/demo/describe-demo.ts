/** What the demo says once it runs. */
import { countOf } from '../terminal/count-of.ts'
import { escapeControl } from '../terminal/escape-control.ts'
import type { Visitor } from './make-tokens.ts'

/** Where everything is. */
export interface DemoFacts {
  readonly url: string
  readonly operatorUrl: string
  readonly database: string
  readonly firstRun: boolean
  readonly visitors: readonly Visitor[]
}

export function describeDemo({ url, operatorUrl, database, firstRun, visitors }: DemoFacts): string {
  return [
    '',
    `Plant Store answers at ${url}`,
    `Data: ${database} (${firstRun ? 'made just now from the sample files' : 'kept from an earlier run'})`,
    `For the operator: ${operatorUrl}/readyz, /metrics, /openapi.yaml`,
    '',
    'The same request gives each user other plants (the tokens are good for a day):',
    ...visitors.flatMap((visitor) => ['', ...describeVisitor(url, visitor)]),
    '',
    'Stop with Ctrl-C. Start afresh by removing the data file.',
    '',
  ].join('\n')
}

function describeVisitor(url: string, { user, groups, plants, token }: Visitor): readonly string[] {
  const through = groups.length === 0 ? '' : `, member of ${groups.join(' and ')}`
  const sees = plants === 0 ? 'nothing yet' : countOf(plants, 'plant')
  return [
    `${escapeControl(user)} sees ${sees}${escapeControl(through)}`,
    `  curl -H "Authorization: Bearer ${token}" "${url}/plants?limit=3"`,
  ]
}
