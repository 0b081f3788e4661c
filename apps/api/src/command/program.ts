/** The whole command: its subcommands, its options, its help. */
// oxlint-disable import/max-dependencies -- the one place that knows every subcommand
import manifest from '#package.json' with { type: 'json' }
import { Command, type CommanderError, Help, type Option, type OutputConfiguration } from 'commander'
import { commonSettings } from '../settings.ts'
import { accessCommand } from './access.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { configCommand } from './config.ts'
import { addCommand, addExamples, type CommandDefinition, examplesOf } from './define-command.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { grantsCommand } from './grants.ts'
import { groupsCommand } from './groups.ts'
import { importCommand } from './import.ts'
import { migrateCommand } from './migrate.ts'
import { plantsCommand } from './plants.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { addSettings } from './setting-options.ts'
import type { CommandContext } from './terminal/output.ts'
import { tokensCommand } from './tokens.ts'
import { usersCommand } from './users.ts'
import { verifyCommand } from './verify.ts'

/** Every command, in the groups and the order of the help. */
export const commands = {
  'Service:': [serveCommand, demoCommand, configCommand, doctorCommand],
  'Who sees what:': [
    usersCommand,
    groupsCommand,
    plantsCommand,
    grantsCommand,
    accessCommand,
    tokensCommand,
    importCommand,
  ],
  'Database:': [migrateCommand, verifyCommand, auditCommand, backupCommand, restoreCommand],
} satisfies Readonly<Record<string, readonly CommandDefinition[]>>

/**
 * Makes the program. Parsing rejects with a `CommanderError` once `help` has the text to print, or with the error of a
 * subcommand.
 */
export function makeProgram(context: CommandContext, help: (text: string) => void = () => {}): Command {
  const program: Command = new Command('plant-store')
    .description('Serves each user the plants they may see. An operator says who sees what.')
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--json', 'print results and errors as JSON: one value, or one a line in lists')
    .configureHelp({
      showGlobalOptions: true,
      // The options of a command in between, such as `audit` above `purge`, do not apply to its subcommands.
      visibleGlobalOptions: (command): Option[] => (command === program ? [] : [...program.options]),
      optionDescription: describeOption,
    })
    .configureOutput(outputTo(context, help))
  addSettings(program, commonSettings)
  addExamples(program, [
    'plant-store migrate',
    'plant-store users list',
    'plant-store plants list --tag Acer',
  ])
  program.addHelpText('after', describeExits())
  for (const [group, definitions] of Object.entries(commands)) {
    program.commandsGroup(group)
    for (const each of definitions) addCommand(program, context, each)
  }
  checkUsage(program)
  return program
}

function outputTo({ stderr, json }: CommandContext, help: (text: string) => void): OutputConfiguration {
  return {
    writeOut: help,
    writeErr: (text) => {
      if (!json) stderr.write(text)
    },
    // `reportError` reports it, like every other error.
    outputError: () => {},
  }
}

/**
 * Refuses options given twice, and a command's own options before a subcommand, which does not use them. Makes every
 * usage error end with a pointer to the right help.
 */
function checkUsage(command: Command): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new CommandError('usage', describeUsage(error, command))
  })
  for (const option of command.options.filter(({ variadic }) => !variadic)) {
    let isGiven = false
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`option '${option.flags}' was given more than once; give it once.`)
      isGiven = true
    })
  }
  if (command.parent !== null) {
    command.hook('preSubcommand', (_, child) => {
      const given = command.options.find(
        (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
      )
      if (given !== undefined) child.error(`'${child.name()}' has no option '${given.flags}'.`)
    })
  }
  for (const child of command.commands) checkUsage(child)
}

function describeUsage({ code, message }: CommanderError, command: Command): string {
  const path = pathOf(command)
  // The value of an unknown option may be a secret.
  const text = message.replace(/^error: /, '').replace(/(?<=^unknown option '[^=]*)=.*(?=')/s, '')
  const sentence = code === 'commander.help' ? 'A command is missing.' : text
  const examples = sentence.includes('(Did you mean') ? [] : examplesOf(command)
  const example = examples.find((each) => command.options.some(isAbout(sentence, each))) ?? examples[0]
  return [sentence, ...(example === undefined ? [] : [`Example: ${example}`]), `Try: ${path} --help`].join(
    '\n',
  )
}

/** A command as it is typed: `plant-store users add`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

/** Whether an option is in both texts. */
function isAbout(sentence: string, example: string): (option: Option) => boolean {
  return ({ flags, long }) => sentence.includes(flags) && example.includes(`${long} `)
}

function describeOption(option: Option): string {
  const description = new Help().optionDescription(option)
  return option.mandatory ? `${description} (required)` : description
}

function describeExits(): string {
  const lines = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  )
  return ['', 'Exit codes:', ...lines, '', 'In a clone of the repository: pnpm plant-store <command>'].join(
    '\n',
  )
}
