/**
 * The help of every command. Only this finds an example in it that does not work as it stands, and an argument or option
 * that it does not describe.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startService } from '@plant-store/testkit'
import type { Argument, Command, Option } from 'commander'
import { makeProgram } from '../../src/command/program.ts'
import { openDemo, wordsOf } from './examples.ts'
import type { Ended, Place } from './place.ts'

const programs = commandsOf(makeProgram({ ...process, json: false }))

describe('the help of every command', () => {
  for (const [path, command] of programs) {
    it(`plant-store ${path} says what each argument and option is, what must be given, and the choices`, () => {
      const help = helpOf(command)
      for (const argument of command.registeredArguments) assertArgument(help, argument)
      for (const option of command.options) assertOption(help, option)
      assert.notEqual(command.description(), '')
    })
  }
})

describe('the examples of every command', () => {
  /** An example in the help of two commands runs once. */
  const ran = new Set<string>()
  for (const [path, command] of programs) {
    it(`plant-store ${path} has some, and they run in this order after the demo has run`, async () => {
      const examples = examplesIn(helpOf(command))
      assert.notEqual(examples.length, 0)
      await using place = await openDemo()
      for (const example of examples) {
        if (ran.has(example)) continue
        ran.add(example)
        const ended = await runExample(place, example)
        assert.equal(ended.code, 0, `$ ${example}\n${JSON.stringify(ended)}`)
      }
    })
  }
})

/** A command and all its subcommands, by the words that call them; the library's `help` needs no example. */
function commandsOf(command: Command, path = ''): Map<string, Command> {
  const all = new Map([[path, command]])
  for (const child of command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')) {
    for (const [name, each] of commandsOf(child, `${path} ${child.name()}`.trim())) all.set(name, each)
  }
  return all
}

function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  return help
}

function assertArgument(help: string, argument: Argument): void {
  const { description } = argument
  assert.notEqual(description, '', `the argument ${argument.name()} is not described`)
  const [line = ''] = linesAbout(help, argument.name())
  assert.match(help, argument.required ? requiredArgument(argument) : optionalArgument(argument))
  for (const choice of argument.argChoices ?? []) assert.ok(line.includes(choice), `${line} lacks ${choice}`)
}

const requiredArgument = (argument: Argument): RegExp => new RegExp(`<${argument.name()}(?:\\.\\.\\.)?>`)
const optionalArgument = (argument: Argument): RegExp => new RegExp(`\\[${argument.name()}(?:\\.\\.\\.)?\\]`)

function assertOption(help: string, option: Option): void {
  if (option.hidden) return
  const [line = ''] = linesAbout(help, option.flags)
  assert.notEqual(option.description, '', `the option ${option.flags} is not described`)
  assert.equal(line.includes('(required)'), option.mandatory, line)
  for (const choice of option.argChoices ?? []) assert.ok(line.includes(choice), `${line} lacks ${choice}`)
}

/** The entries of the help that begin with this term, each on one line whatever the width of the terminal. */
function linesAbout(help: string, term: string): readonly string[] {
  const joined = help.replaceAll(/\n {10,}/g, ' ')
  return joined.split('\n').filter((line) => line.trim().startsWith(`${term} `))
}

function examplesIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}\$ (.+)$/gm)].map(([, example]) => example ?? '')
}

/** Runs the example as it stands, but without fixed ports or access from other machines. */
async function runExample(place: Place, example: string): Promise<Ended> {
  const line = example.replaceAll(/(--(?:operator-)?port) \d+/g, '$1 0').replace('--host 0.0.0.0 ', '')
  if (/^plant-store (?:serve|demo)/.test(line)) {
    const env = { PLANT_STORE_DRAIN_DELAY_MS: '0' }
    return place.shell(`exec ${line}`, { env, interruptAt: ['"listening"', 'SIGTERM'] })
  }
  if (line.includes('plant-store restore')) await place.run('backup', 'plants-monday.db')
  return line.includes('plant-store doctor') ? runBesideService(place, line) : runWithToken(place, line)
}

async function runBesideService(place: Place, line: string): Promise<Ended> {
  await using service = await startService({ settings: { database: place.database } })
  const env = { PLANT_STORE_URL: service.url, PLANT_STORE_OPERATOR_URL: service.operatorUrl }
  return await runWithToken(place, line, env)
}

/** Runs the example with a new token in the file that it reads. */
async function runWithToken(place: Place, line: string, env: Record<string, string> = {}): Promise<Ended> {
  const [file] = /[\w-]+\.txt/.exec(line) ?? []
  if (file !== undefined) {
    await place.write(file, (await place.run('tokens', 'create', 'Mei', '--name', 'example')).stdout)
  }
  const [words] = wordsOf(line)
  return words === undefined ? place.shell(line, { env }) : place.runIn(env, ...words)
}
