/** `conformance rules`: every sentence of the contract that is checked. */
import type { Command } from 'commander'
import { contractPath, readContract } from '../contract/document.ts'
import { rules } from '../rules/rules.ts'
import type { Exit } from './exit-codes.ts'
import type { Context } from './context.ts'
import { writeText } from './terminal.ts'

export function addRules(program: Command, context: Context, end: (exit: Exit) => void): void {
  program
    .command('rules')
    .description('list every rule, where it comes from, and its line in the contract')
    .option('--json', 'as JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const contract = readContract()
      const rows = rules.map((rule) => {
        const { id, sentence, origin } = rule
        return { id, sentence, origin, line: contract.lineOf(rule) }
      })
      const lines = rows.map(
        ({ id, sentence, origin, line }) =>
          `${contractPath}:${line}  ${origin.padEnd(9)}  ${id}\n    ${sentence}`,
      )
      await writeText(context.stdout, `${json === true ? JSON.stringify(rows) : lines.join('\n')}\n`)
      end('conforms')
    })
}
