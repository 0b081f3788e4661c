/** The whole command: its subcommands, its options, its help. */
// oxlint-disable import/max-dependencies -- the one place that knows every subcommand
import { readFileSync } from 'node:fs'
import { Command, type CommanderError, type OutputConfiguration } from 'commander'
import { commonSettings } from '../settings.ts'
import { addAccess } from './access.ts'
import { addExamples } from './arguments/add-command.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addConfig } from './config.ts'
import type { CommandContext } from './context.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { addGrants } from './grants.ts'
import { addGroups } from './groups.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { addPlants } from './plants.ts'
import { addRestore } from './restore.ts'
import { addServe } from './serve.ts'
import { addSettings } from './setting-options.ts'
import { addTokens } from './tokens.ts'
import { addUsers } from './users.ts'
import { addVerify } from './verify.ts'

/** Parsing rejects with a `CommanderError`, or with whatever the subcommand rejects with. */
export function makeProgram(context: CommandContext): Command {
  const program = new Command('plant-store')
    .description('Serves each user the plants they may see. An operator says who sees what.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--json', 'print results and errors as JSON: one value, or one a line in lists')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput(outputTo(context))
  addSettings(program, commonSettings)
  addExamples(program, [
    'plant-store migrate',
    'plant-store users list',
    'plant-store plants list --tag Acer',
  ])
  program.addHelpText('after', describeExits())
  addSubcommands(program, context)
  checkUsage(program, 'plant-store')
  return program
}

function addSubcommands(program: Command, context: CommandContext): void {
  program.commandsGroup('Service:')
  addServe(program)
  for (const add of [addDemo, addConfig, addDoctor]) add(program, context)
  program.commandsGroup('Who sees what:')
  for (const add of [addUsers, addGroups, addPlants, addGrants, addAccess, addTokens, addImport]) {
    add(program, context)
  }
  program.commandsGroup('Database:')
  for (const add of [addMigrate, addVerify, addAudit, addBackup, addRestore]) add(program, context)
}

function outputTo({ stdout, stderr, json }: CommandContext): OutputConfiguration {
  return {
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => {
      if (!json) stderr.write(text)
    },
    // `reportError` says it, like every other error.
    outputError: () => {},
  }
}

/** Refuses options that are given twice, and makes every usage error end with the way to the right help. */
function checkUsage(command: Command, path: string): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new CommandError('usage', describeUsage(error, path))
  })
  for (const option of command.options.filter(({ variadic }) => !variadic)) {
    let isGiven = false
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`option '${option.flags}' was given more than once; give it once.`)
      isGiven = true
    })
  }
  for (const child of command.commands) checkUsage(child, `${path} ${child.name()}`)
}

function describeUsage({ code, message }: CommanderError, path: string): string {
  const sentence =
    code === 'commander.help'
      ? 'A command is missing.'
      : // The value of a mistyped option may be a secret.
        message.replace(/^error: /, '').replace(/^(unknown option '[^'=]*)=[^']*/, '$1')
  return `${sentence}\nTry: ${path} --help`
}

function describeExits(): string {
  const lines = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  )
  return ['', 'Exit codes:', ...lines, '', 'In this repository: pnpm plant-store <command>'].join('\n')
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : ''
}
