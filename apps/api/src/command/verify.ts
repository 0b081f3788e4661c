/** `plant-store verify`: is the database intact, and does everyone see exactly what was granted? */
import type { Finding, Store } from '@plant-store/store'
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import type { CommandContext } from './context.ts'
import { CommandError } from './exit-codes.ts'
import { withReader, withStore } from './open-database.ts'
import type { Output } from './terminal/output.ts'
import { countOf } from './terminal/text.ts'

export function addVerify(program: Command, context: CommandContext): void {
  const verify = addCommand(
    program,
    'verify',
    'check the database file, its references, and that everyone sees what was granted',
    'plant-store verify',
    'plant-store verify --repair',
  ).option('--repair', 'first rebuild the table of who sees what from the grants')
  verify.action(({ repair = false }: { readonly repair?: boolean }) =>
    (repair ? withStore : withReader)(context, verify, async (store, output) => {
      await report(output, repair ? await store.rebuildAccess() : 0, await allFindings(store))
    }),
  )
}

async function allFindings(store: Store): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for await (const finding of store.verify()) findings.push(finding)
  return findings
}

async function report(output: Output, repaired: number, findings: readonly Finding[]): Promise<void> {
  if (repaired > 0) await output.note(`Repaired ${countOf(repaired, 'row')} of the table of who sees what.`)
  const lines = findings.map(({ what, detail }) => `${what}: ${detail}`)
  await output.result({ repaired, findings }, lines.length === 0 ? 'No problems found.' : lines.join('\n'))
  if (findings.length > 0) throw new CommandError('found', advise(findings))
}

function advise(findings: readonly Finding[]): string {
  const found = `verify found ${countOf(findings.length, 'problem')}.`
  return findings.every(({ what }) => what === 'access')
    ? `${found} Repair with: plant-store verify --repair`
    : `${found} Keep a copy of the file, and restore the last backup that verifies.`
}
