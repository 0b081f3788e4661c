/** Every command that works on the open database, and a place in which the examples of its help work. */
import { openStore } from '@plant-store/store'
import type { CommandDefinition } from '../../src/command/define-command.ts'
import { issueTokens } from '../../src/command/demo/issue-tokens.ts'
import { commands } from '../../src/command/program.ts'
import { makePlace, type Place } from './place.ts'

const withSubcommands = (definition: CommandDefinition): readonly CommandDefinition[] => [
  definition,
  ...(definition.subcommands ?? []).flatMap((each) => withSubcommands(each)),
]

/** The commands, each with the arguments of those examples that need no shell. */
export const storeCommands = Object.values(commands)
  .flat()
  .flatMap((command) => withSubcommands(command))
  .filter(({ lists, reads, changes, destroys }) => lists ?? reads ?? changes ?? destroys)
  .map(({ lists, reads, examples }) => ({ lists, reads, lines: examples.flatMap((line) => wordsOf(line)) }))

/** The words after `plant-store`; none where the line takes a shell. */
export function wordsOf(line: string): readonly (readonly string[])[] {
  if (!line.startsWith('plant-store ') || /[|<>$]/.test(line)) return []
  const words = line.match(/"[^"]*"|\S+/g) ?? []
  return [words.slice(1).map((word) => word.replaceAll('"', ''))]
}

/** The files that examples name; a backup and a token are made where an example needs one. */
const files = {
  'plants.csv': 'name,tag\nBamboo,Bambuseae\nOnion,Allium\nSugar maple,Acer\nKousa,Cornus\n',
  'plants.ndjson': '{"name":"Tea","tag":"Camellia"}\n{"name":"Fig"}\n{"name":"Box"}\n',
  'users.json': '[{"name":"Lena","groups":["herbarium"]}]',
  'grants.json': '[{"user":"Amara","all":true}]',
}

/** A fresh place with the files and the demo's database, in which each of the first users has a token. */
export async function openDemo(): Promise<Place> {
  const place = await makePlace()
  const store = await openStore({ database: place.database })
  try {
    await issueTokens(store, async () => {})
  } finally {
    await store.close()
  }
  for (const [name, content] of Object.entries(files)) await place.write(name, content)
  return place
}
