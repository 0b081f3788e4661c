/** Every example in every help, run in a shell as it stands there. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '@plant-store/testkit'
import type { Command } from 'commander'
import { makeProgram } from '../../src/command/program.ts'
import { type Ended, makePlace, type Place, type RunOptions } from './place.ts'

/** The commands in an order in which each finds what the ones before it made. */
const order = [
  'migrate',
  '',
  'import plants',
  'users add',
  'users',
  'users list',
  'users disable',
  'users enable',
  'import users',
  'groups add',
  'groups',
  'groups list',
  'groups show',
  'groups add-member',
  'groups remove-member',
  'import grants',
  'import',
  'plants',
  'plants list',
  'plants add',
  'plants set',
  'grants add',
  'grants',
  'grants list',
  'access',
  'access user',
  'access plant',
  'grants remove',
  'plants remove',
  'tokens create',
  'tokens',
  'tokens list',
  'tokens rotate',
  'tokens revoke',
  'tokens purge',
  'audit',
  'audit purge',
  'backup',
  'restore',
  'verify',
  'config',
  'serve',
  'doctor',
  'demo',
  'groups rename',
  'groups remove',
  'users remove',
  'users rename',
]

describe('every command', () => {
  const programs = allCommands(makeProgram({ ...process, json: false }))
  /** What stands in two helps is run once. */
  const ran = new Set<string>()
  let place: Place
  before(async () => {
    place = await makePlace({ world: false })
    await place.write(
      'plants.csv',
      'name,tag\nBamboo,Bambuseae\nOnion,Allium\nSugar maple,Acer\nKousa,Cornus\n',
    )
    await place.write('plants.ndjson', '{"name":"Tea","tag":"Camellia"}\n{"name":"Fig"}\n{"name":"Box"}\n')
    await place.write('users.json', '[{"name":"Amara","groups":["herbarium"]}]')
    await place.write('grants.json', '[{"user":"Amara","all":true}]')
  })
  after(() => place[Symbol.asyncDispose]())

  it('stands in the order of this test', () => {
    assert.deepEqual([...programs.keys()].toSorted(), order.toSorted())
  })

  for (const path of order) it(`plant-store ${path} has examples in its help that run`, () => runAll(path))

  async function runAll(path: string): Promise<void> {
    const examples = examplesIn(helpOf(programs.get(path)))
    assert.notEqual(examples.length, 0)
    for (const example of examples) {
      if (ran.has(example)) continue
      ran.add(example)
      const ended = await runExample(place, example)
      assert.equal(ended.code, 0, `$ ${example}\n${JSON.stringify(ended)}`)
    }
  }
})

function allCommands(command: Command, path = ''): Map<string, Command> {
  const children = command.commands.flatMap((child) => [...allCommands(child, `${path} ${child.name()}`)])
  return new Map([[path.trim(), command], ...children])
}

function helpOf(command: Command | undefined): string {
  let help = ''
  command?.configureOutput({ writeOut: (text) => (help += text) })
  command?.outputHelp()
  return help
}

function examplesIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}\$ (.+)$/gm)].map(([, example]) => example ?? '')
}

/** As it stands, but for what no test may take for itself: well-known ports and other machines. */
function runExample(place: Place, example: string): Promise<Ended> {
  const line = example.replaceAll(/(--(?:operator-)?port) \d+/g, '$1 0').replace('--host 0.0.0.0 ', '')
  if (/^plant-store (?:serve|demo)/.test(line)) {
    const env = { PLANT_STORE_DRAIN_DELAY_MS: '0' }
    return place.shell(`exec ${line}`, { env, interruptAt: ['"listening"', 'SIGTERM'] })
  }
  return line.includes('plant-store doctor') ? runBesideService(place, line) : runWithToken(place, line)
}

async function runBesideService(place: Place, line: string): Promise<Ended> {
  await using service = await startService({ settings: { database: place.database, drainDelayMs: 0 } })
  const env = { PLANT_STORE_URL: service.url, PLANT_STORE_OPERATOR_URL: service.operatorUrl }
  return await runWithToken(place, line, { env })
}

/** With a new token in the file that the example reads. */
async function runWithToken(place: Place, line: string, options?: RunOptions): Promise<Ended> {
  const [file] = /[\w-]+\.txt/.exec(line) ?? []
  if (file !== undefined) {
    await place.write(file, (await place.run('tokens', 'create', 'Mei', '--name', 'example')).stdout)
  }
  return place.shell(line, options)
}
