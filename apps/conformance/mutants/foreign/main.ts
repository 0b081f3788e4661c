#!/usr/bin/env node
/**
 * Tries the foreign servers whose ids contain one of the words, or all of them, and says what became of each. Exit code 1
 * if one was missed or accused. With REPORTS, the reports of those are written to that directory.
 */
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { foreignServers } from './catalogue.ts'
import { isDue, tryForeign } from './run.ts'

const words = process.argv.slice(2)
const ids = foreignServers
  .map(({ id }) => id)
  .filter((id) => words.length === 0 || words.some((word) => id.includes(word)))
const told = await tryForeign(ids, {
  onTold: ({ id, fate, rules }) =>
    void process.stdout.write(`${fate.padEnd(8)} ${id.padEnd(32)} ${rules.join(' ')}\n`),
})
const { REPORTS } = process.env
for (const { id, text } of told.filter((one) => !isDue(one)))
  if (REPORTS !== undefined) await writeFile(`${REPORTS}/${id.replace('/', '-')}.json`, text)
for (const [service, own] of Map.groupBy(told, ({ id }) => id.split('/', 1).join(''))) {
  const counts = [...Map.groupBy(own, ({ fate }) => fate)].map(([fate, all]) => `${all.length} ${fate}`)
  process.stdout.write(`${service}: ${counts.join(', ')}\n`)
}
process.exitCode = told.every((one) => isDue(one)) ? 0 : 1
