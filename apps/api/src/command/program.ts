/** The whole command: its subcommands, its options, its help. */
// oxlint-disable import/max-dependencies -- the one place that knows every subcommand
import { readFileSync } from 'node:fs'
import { Command, type CommanderError, type OutputConfiguration } from 'commander'
import { exits } from './exit-codes.ts'
import type { Surroundings } from './surroundings.ts'
import { addExamples } from './arguments/add-examples.ts'
import { addBackup } from './backup.ts'
import { CommandFailure } from './command-failure.ts'
import { addConfig } from './config.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addGrants } from './grants.ts'
import { addGroups } from './groups.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { addPlants } from './plants.ts'
import { addRestore } from './restore.ts'
import { addServe } from './serve.ts'
import { addTokens } from './tokens.ts'
import { addUsers } from './users.ts'
import { addVerify } from './verify.ts'

/** Parsing rejects with a `CommanderError`, or with whatever the subcommand rejects with. */
export function makeProgram(around: Surroundings, json: boolean): Command {
  const program = new Command('plant-store')
    .description(
      'The plant store: serves the plants that a user may see, and lets an operator say who sees what.',
    )
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--database <path>', 'the database file (PLANT_STORE_DATABASE; default plant-store.db)')
    .option('--json', 'results as JSON: one value, or one a line in lists; errors as JSON too')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput(outputTo(around, json))
  addAll(program, around)
  addExamples(program, 'plant-store migrate', 'plant-store users list', 'plant-store plants list --tag Acer')
  program.addHelpText('after', explainExits)
  explainUsage(program, 'plant-store')
  return program
}

function addAll(program: Command, around: Surroundings): void {
  program.commandsGroup('Service:')
  for (const add of [addServe, addDemo, addConfig, addDoctor]) add(program, around)
  program.commandsGroup('Who sees what:')
  for (const add of [addUsers, addGroups, addPlants, addGrants, addTokens, addImport]) add(program, around)
  program.commandsGroup('Database:')
  for (const add of [addMigrate, addVerify, addBackup, addRestore]) add(program, around)
}

function outputTo({ stdout, stderr }: Surroundings, json: boolean): OutputConfiguration {
  return {
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => {
      if (!json) stderr.write(text)
    },
    // `reportFailure` says it, like every other failure.
    outputError: () => {},
  }
}

/** Makes every usage error end with the way to the right help. */
function explainUsage(command: Command, path: string): void {
  command.exitOverride((fault) => {
    throw fault.exitCode === 0 ? fault : new CommandFailure('usage', describeUsage(fault, path))
  })
  for (const child of command.commands) explainUsage(child, `${path} ${child.name()}`)
}

function describeUsage({ code, message }: CommanderError, path: string): string {
  const sentence = code === 'commander.help' ? 'A command is missing.' : message.replace(/^error: /, '')
  return `${sentence}\nTry: ${path} --help`
}

function explainExits(): string {
  const lines = Object.values(exits).map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  return ['', 'Exit codes:', ...lines, '', 'In this repository: pnpm plant-store <command>'].join('\n')
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : ''
}
