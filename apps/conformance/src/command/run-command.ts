/** The whole command: its subcommands and its help, and one run of it, from its arguments to its exit code. */
import { clone } from '#clone'
import { Command, CommanderError } from 'commander'
import type { Writable } from 'node:stream'
import { ReportError } from '../report/write-reports.ts'
import { CheckerFailure } from '../run/checker.ts'
import { InputError } from '../input-error.ts'
import { provideEnvironment } from '../adapters/schemathesis/environment.ts'
import { addCheck } from './check.ts'
import { describeFault, toLines, endOf, type Exit, exits } from './exit-codes.ts'
import { addRules } from './rules.ts'
import { type Context, writeText } from './terminal.ts'

/** Resolves to the exit code when everything is written and closed. Never rejects. */
export async function runCommand(words: readonly string[], context: Context): Promise<number> {
  // If this fails, there is nobody left to tell.
  const tell = (text: string): Promise<void> => writeText(context.stderr, text).catch(() => {})
  // Nothing may be concluded until the command says how it ended.
  let exit: Exit = 'inconclusive'
  try {
    const make = (help: (text: string) => void) => makeProgram(context, (how) => (exit = how), help)
    const command = await parseWords(make, words, context.stdout)
    if (command === undefined) exit = 'conforms'
  } catch (fault) {
    exit = 'inconclusive'
    // Any other kind of error is a fault of ours.
    const isKnown = [CheckerFailure, InputError, ReportError].some((kind) => fault instanceof kind)
    const message = fault instanceof Error && isKnown ? fault.message : describeFault(fault)
    if (!context.interrupt.aborted) await tell(toLines(message, words.includes('--json')))
  }
  const interrupted = endOf(context.interrupt)
  if (interrupted !== undefined && interrupted !== 'inconclusive')
    await tell('Interrupted: nothing may be concluded.\n')
  return exits[interrupted ?? exit].code
}

/** Resolves once the action has run; to undefined if help was asked for, which `make` is given a function for, and printed. */
export async function parseWords(
  make: (help: (text: string) => void) => Command | Promise<Command>,
  words: readonly string[],
  stdout: Writable,
): Promise<Command | undefined> {
  const help: string[] = []
  try {
    return await (await make((text) => help.push(text))).parseAsync(words, { from: 'user' })
  } catch (fault) {
    if (!(fault instanceof CommanderError) || fault.exitCode !== 0) throw fault
    await writeText(stdout, help.join(''))
    return undefined
  }
}

/** Parsing rejects with a `CommanderError` if help was asked for, which `help` gets; with an `InputError` for wrong words. */
async function makeProgram(
  context: Context,
  end: (exit: Exit) => void,
  help: (text: string) => void,
): Promise<Command> {
  const program = new Command('conformance')
    .description('Says whether a live service keeps the contract; and if not, which sentence it breaks.')
    .helpOption('-h, --help', 'print this help')
    .configureOutput({
      writeOut: help,
      // It is reported by `runCommand`, like every other failure.
      outputError: () => {},
    })
    .addHelpText('after', explainExits())
  addCheck(program, context, end)
  if (clone !== undefined) (await clone.mock()).addMock(program, context, end)
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
