/** `plant-store verify`: is the database intact, and does everyone see exactly what was granted? */
import { type Finding, isProblem, type Store } from '@plant-store/store'
import { Option } from 'commander'
import { CommandError } from './exit-codes.ts'
import type { CommandDefinition } from './define-command.ts'
import { withReader, withStore } from './open-database.ts'
import type { Output } from './terminal/output.ts'
import { countOf } from './terminal/text.ts'

export const verifyCommand: CommandDefinition = {
  name: 'verify',
  about: 'check the database file, its references, and that everyone sees what was granted',
  examples: ['plant-store verify', 'plant-store verify --repair'],
  options: [new Option('--repair', 'first rebuild the table of who sees what from the grants')],
  runs: (context, command, { repair = false }: { readonly repair?: boolean }) =>
    (repair ? withStore : withReader)(context, command, async ({ store, output }) => {
      const repaired = repair ? await store.rebuildAccess() : 0
      await report(output, repaired, await allFindings(store))
    }),
}

async function allFindings(store: Store): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for await (const finding of store.verify()) findings.push(finding)
  return findings
}

async function report(output: Output, repaired: number, findings: readonly Finding[]): Promise<void> {
  if (repaired > 0) await output.note(`Repaired ${countOf(repaired, 'row')} of the table of who sees what.`)
  const lines = findings.map(({ what, detail }) => `${what}: ${detail}`)
  const problems = findings.filter((finding) => isProblem(finding))
  if (problems.length === 0) lines.unshift('No problems found.')
  await output.result({ repaired, findings }, lines.join('\n'))
  const kinds = new Set(findings.map(({ what }) => what))
  if (problems.length === 0) return
  const advice = adviceFor.flatMap(([kind, sentence]) => (kinds.has(kind) ? sentence : []))
  throw new CommandError(
    'found',
    [`verify found ${countOf(problems.length, 'problem')}.`, ...new Set(advice)].join(' '),
  )
}

const restoreIt = 'Keep a copy of the file, and restore the last backup that verifies.'

/** A restore replaces rows: it would lose data and mend no table. */
const adviceFor: readonly (readonly [Finding['what'], string])[] = [
  ['integrity', restoreIt],
  ['foreign-key', restoreIt],
  ['schema', 'Undo what was changed in the tables.'],
  ['access', 'Repair with: plant-store verify --repair'],
]
