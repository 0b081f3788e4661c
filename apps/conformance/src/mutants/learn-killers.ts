#!/usr/bin/env node
/** Writes the killers anew: tries every mutant as it comes, and remembers the least that shows its fault. */
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { lawsJudge } from '../sessions/judge.ts'
import { mutants } from './catalogue.ts'
import { type Killer, type Killers, killersFile, laws, readKillers, withoutHost } from './killer.ts'
import type { Mutant } from './mutant.ts'
import { hearAlone, tryKiller } from './try-killer.ts'

/** So many at a time: most of the time passes in waiting for answers that don't come. */
const width = 4

/** A request longer than this is told by its law: the file is to be read, too. */
const longestRequest = 1000

const known = await readKillers().catch((): Killers => ({}))
const entries = new Map<string, Killer>()
const waiting = mutants.filter(({ breaks }) => breaks)
let done = 0

await Promise.all(
  Array.from({ length: width }, async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const killer = await findKiller(mutant)
      if (killer !== undefined) entries.set(mutant.id, killer)
      done += 1
      process.stderr.write(`${done} ${mutant.id} ${describe(killer)}\n`)
    }
  }),
)
const lines = mutants.flatMap(({ id }) => {
  const killer = entries.get(id)
  return killer === undefined ? [] : [`  ${JSON.stringify(id)}: ${JSON.stringify(killer)}`]
})
await writeFile(killersFile, `{\n${lines.join(',\n')}\n}\n`)
process.stderr.write(`${lines.length} killers\n`)

/** What is known stays, as long as it works. */
async function findKiller(mutant: Mutant): Promise<Killer | undefined> {
  const own = known[mutant.id]
  if (own !== undefined && (await works(mutant, own))) return own
  const request = await findRequest(mutant)
  if (request !== undefined && (await works(mutant, request))) return request
  for (const { name } of laws) {
    if (await works(mutant, { law: name })) return { law: name }
  }
  return undefined
}

/** More than once: what shows by chance only is no killer. */
async function works(mutant: Mutant, killer: Killer): Promise<boolean> {
  for (let round = 0; round < 3; round += 1) {
    const finding = await tryKiller(mutant, killer).catch(() => undefined)
    if (finding === undefined) return false
  }
  return true
}

/** The request of the first finding. */
async function findRequest(mutant: Mutant): Promise<Killer | undefined> {
  let killer: Killer | undefined
  await hearAlone(mutant, async (runner) => {
    const { subject, court } = runner
    await lawsJudge().judge(subject, {
      ...court,
      broken: (finding) => {
        const request = finding.exchange && withoutHost(finding.exchange.request, subject)
        if (request !== undefined && JSON.stringify(request).length <= longestRequest) killer ??= { request }
        court.broken(finding)
      },
    })
  })
  return killer
}

function describe(killer: Killer | undefined): string {
  if (killer === undefined) return 'needs all laws'
  return 'law' in killer
    ? `by ${killer.law}`
    : `by ${killer.request.method} ${killer.request.target.slice(0, 60)}`
}
