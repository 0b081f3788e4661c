/** `conformance rules`: every rule of the contract that is checked. */
import type { Command } from 'commander'
import { readContract } from '../contract/document.ts'
import { rules } from '../rules/rules.ts'
import { placeOf } from '../run/give-verdict.ts'
import type { Exit } from './exit-codes.ts'
import type { Context } from './context.ts'
import { writeText } from './terminal.ts'

export function addRules(program: Command, context: Context, end: (exit: Exit) => void): void {
  program
    .command('rules')
    .description(
      'list every rule: its line in the contract, its layer, and its clause where an RFC says the same',
    )
    .option('--json', 'as JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const contract = readContract()
      const rows = rules.map((rule) => {
        const { id, sentence, origin, layer, source } = rule
        return Object.assign({ id, sentence, origin, layer, source }, placeOf(rule, contract))
      })
      const lines = rows.map(
        ({ id, sentence, origin, layer, source, place }) =>
          `${place}  ${origin.padEnd(9)}  ${layer.padEnd(8)}  ${id}\n    ${sentence}${source === undefined ? '' : ` (${source})`}`,
      )
      await writeText(context.stdout, `${json === true ? JSON.stringify(rows) : lines.join('\n')}\n`)
      end('conforms')
    })
}
