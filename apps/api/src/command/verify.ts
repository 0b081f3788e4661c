/** `plant-store verify`: is the database whole, and does everyone see exactly what was granted? */
import type { Finding, Store } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import { CommandFailure } from './command-failure.ts'
import type { Surroundings } from './surroundings.ts'
import { countOf } from './terminal/count-of.ts'
import type { Output } from './terminal/output.ts'
import { withStore } from './with-store.ts'

export function addVerify(program: Command, around: Surroundings): void {
  const verify = program
    .command('verify')
    .description('check the database file, its references, and the access table against the grants')
    .option('--repair', 'first make the access table anew from the grants')
  addExamples(verify, 'plant-store verify', 'plant-store verify --repair')
  verify.action(({ repair }: { readonly repair?: true }) =>
    withStore(around, verify, async (store, output) => {
      await report(output, repair === true ? await store.rebuildAccess() : 0, await allFindings(store))
    }),
  )
}

async function allFindings(store: Store): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for await (const finding of store.verify()) findings.push(finding)
  return findings
}

async function report(output: Output, repaired: number, findings: readonly Finding[]): Promise<void> {
  if (repaired > 0) await output.note(`Put right ${countOf(repaired, 'row')} of the access table.`)
  const lines = findings.map(({ what, detail }) => `${what}: ${detail}`)
  await output.result(
    { repaired, findings },
    lines.length === 0 ? 'The database is whole.' : lines.join('\n'),
  )
  if (findings.length > 0) throw new CommandFailure('found', advise(findings))
}

function advise(findings: readonly Finding[]): string {
  const found = `verify found ${countOf(findings.length, 'problem')}.`
  const onlyAccess = findings.every(({ what }) => what === 'access')
  return onlyAccess
    ? `${found} plant-store verify --repair makes the access table anew.`
    : `${found} Keep a copy of the file, and restore the last backup that verifies.`
}
