/** `conformance rules`: every rule of the contract that is checked. */
import type { Command } from 'commander'
import { placeOf } from '../document/lines.ts'
import { loadContract } from '../document/load.ts'
import { rulesOf } from '../document/rules.ts'
import type { Exit } from './exit-codes.ts'
import { requireOwn } from './read-subject.ts'
import { type Context, writeText } from './terminal.ts'

export function addRules(program: Command, context: Context, end: (exit: Exit) => void): void {
  program
    .command('rules')
    .description(
      'list every rule: its line in the contract, its layer, and its clause where an RFC says the same',
    )
    .option('--contract <file or URL>', 'of this OpenAPI document, in place of our own contract')
    .option('--json', 'as JSON')
    .action(async ({ json, contract: given }: { readonly json?: true; readonly contract?: string }) => {
      const any = given === undefined ? undefined : await loadContract(given)
      const { contract, rules } = any ? { contract: any, rules: rulesOf(any) } : requireOwn()
      const rows = rules.map((rule) => {
        const { id, sentence, origin, layer, source } = rule
        return Object.assign({ id, sentence, origin, layer, source }, placeOf(contract, rule))
      })
      const lines = rows.map(({ id, sentence, origin, layer, source, place }) => {
        const head = [place, ...(any ? [] : [origin.padEnd(9)]), layer.padEnd(8), id].join('  ')
        return `${head}\n    ${sentence}${source === undefined ? '' : ` (${source})`}`
      })
      await writeText(context.stdout, `${json === true ? JSON.stringify(rows) : lines.join('\n')}\n`)
      end('conforms')
    })
}
