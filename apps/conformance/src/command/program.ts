/** The whole command: its subcommands, its options, its help. */
import { InputError } from '../document/input-error.ts'
import { clone } from '#clone'
import { Command } from 'commander'
import { provideEnvironment } from '../adapters/schemathesis/environment.ts'
import { addCheck } from './check.ts'
import { type Exit, exits } from './exit-codes.ts'
import { addMock } from './mock.ts'
import { addRules } from './rules.ts'
import type { Context } from './terminal.ts'

/** Parsing rejects with a `CommanderError` if help was asked for, which `help` gets; with an `InputError` for wrong words. */
export function makeProgram(
  context: Context,
  end: (exit: Exit) => void,
  help: (text: string) => void,
): Command {
  const program = new Command('conformance')
    .description('Says whether a live service keeps the contract; and if not, which sentence it breaks.')
    .helpOption('-h, --help', 'print this help')
    .configureOutput({
      writeOut: help,
      // `run-command.ts` reports it, like every other failure.
      outputError: () => {},
    })
    .addHelpText('after', explainExits())
  addCheck(program, context, end)
  if (clone !== undefined) addMock(program, context, end, clone.prismServer)
  program
    .command('install')
    .description('install schemathesis now: later checks need no network but the service')
    .action(async () => {
      await provideEnvironment({ signal: context.interrupt })
      end('conforms')
    })
  addRules(program, context, end)
  for (const command of [program, ...program.commands]) explainUsage(command)
  for (const command of program.commands) command.addHelpText('after', showExamples(command.name()))
  return program
}

/** What runs the command here. */
const runner = clone === undefined ? 'npx' : 'pnpm'

/** What to type, for each command. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  check: [
    'check --own --budget quick',
    'check http://127.0.0.1:8080 --world world.json --report reports',
    'check https://plants.example --only given',
    'check http://127.0.0.1:8080 --world world.json --write-baseline known.yaml',
    'check http://127.0.0.1:8080 --world world.json --baseline known.yaml',
    'check http://127.0.0.1:8080 --world world.json --include layer:http --exclude head-as-get',
  ],
  mock: ['mock', 'mock --seed 7 --budget standard'],
  install: ['install'],
  rules: ['rules', 'rules --json', 'rules --contract https://pets.example/openapi.yaml'],
}

function showExamples(name: string): string {
  const lines = (examples[name] ?? [])
    .filter((words) => clone !== undefined || !words.includes('--own'))
    .map((words) => `  ${runner} conformance ${words}`)
  return ['', 'Examples:', ...lines].join('\n')
}

/** Every usage error ends with the command that prints the right help. */
function explainUsage(command: Command): void {
  const path = [command.parent?.name() ?? [], command.name()].flat().join(' ')
  command.exitOverride((fault) => {
    if (fault.exitCode === 0) throw fault
    throw new InputError(`${fault.message.replace(/^error: /, '')}\nTry: ${runner} ${path} --help`)
  })
}

function explainExits(): string {
  const lines = Object.values(exits).map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  return ['', 'Exit codes:', ...lines].join('\n')
}
