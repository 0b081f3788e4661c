/** The documents of the repository are true: commands run, samples work, pictures show what is printed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Plant } from '@plant-store/contracts'
import { expectPicture, startService } from '@plant-store/testkit'
import { execute } from './install/installed.ts'
import { makePlace } from './command/place.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const readDocument = (name: string): Promise<string> => readFile(join(root, name), 'utf8')
const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) =>
    text.trim(),
  )

const readme = await readDocument('README.md')
const [startCommand = '', testCommand = ''] = blocksOf(readme, 'sh')
const [operatorCommands = ''] = blocksOf(await readDocument('docs/operations/README.md'), 'sh')
const [consumerSample = ''] = blocksOf(await readDocument('docs/consumers/README.md'), 'ts')

describe('the README', () => {
  test('the command that tests it is the one that CI runs', async () => {
    assert.match(testCommand, /^npx .* test$/)
    const lines = (await readDocument('.ci/run')).split('\n')
    assert.ok(lines.some((line) => line.startsWith(testCommand)))
  })

  test('the command that runs it gives each user their own plants', async () => {
    const { said, responses } = await runDemo()
    // Whether the repository's own demo data already exists depends on whoever runs this; `demo.test.ts` has that it is kept.
    assert.match(said, /made just now|kept from an earlier run/)
    const lists = new Set(responses.map(({ whole }) => JSON.stringify(whole)))
    assert.equal(lists.size, responses.length, 'two users see the same')
    for (const { whole, firstThree } of responses) assert.deepEqual(firstThree, whole.slice(0, 3))
  })
})

test('for operators: the commands work in the given order, and the picture shows what comes then', async () => {
  await using place = await makePlace({ world: false })
  await mkdir(join(place.path, 'apps/api'), { recursive: true })
  await symlink(join(root, 'apps/api/data'), join(place.path, 'apps/api/data'))
  const lines = operatorCommands.split('\n')
  assert.ok(lines.length > 5)
  let token = ''
  for (const line of lines) {
    const [program, command, ...argv] = line.split(' ')
    assert.deepEqual([program, command], ['pnpm', 'plant-store'])
    // The command that runs until it is stopped needs a process of its own.
    const ended =
      argv[0] === 'serve'
        ? place.runWith({ interruptAt: ['"listening"', 'SIGTERM'] }, ...argv)
        : place.run(...argv)
    const { code, stdout, stderr } = await ended
    assert.equal(code, 0, `${line}\n${stderr}`)
    if (argv[0] === 'tokens') token = stdout.trim()
  }
  await using service = await startService({ settings: { database: join(place.path, 'plant-store.db') } })
  const env = {
    PLANT_STORE_URL: service.url,
    PLANT_STORE_OPERATOR_URL: service.operatorUrl,
    PLANT_STORE_TOKEN: token,
  }
  let shown = ''
  for (const line of ['access user Amara --limit 3', 'groups remove herbarium --dry-run', 'doctor']) {
    const { stdout } = await place.runIn(env, ...line.split(' '))
    shown += `$ plant-store ${line}\n${stdout}\n`
  }
  shown = shown
    .replaceAll(service.url, 'http://127.0.0.1:8080')
    .replaceAll(service.operatorUrl, 'http://127.0.0.1:8081')
  await expectPicture(join(root, 'docs/operations/picture.svg'), shown, /[\d,]+ MiB/g)
})

test('for consumers: the sample gets the plants, explains a refusal, and the picture shows what the compiler says', async () => {
  // Ignored by git, and so by any tool that walks the sources meanwhile.
  const directory = fileURLToPath(new URL(`../.plant-store/sample-${process.pid}`, import.meta.url))
  await mkdir(directory, { recursive: true })
  const write = (name: string, text: string): Promise<void> => writeFile(join(directory, name), text)
  await using place = await makePlace()
  await using service = await startService({ settings: { database: place.database } })
  try {
    await write('first-plants.ts', consumerSample)
    const { firstPlants } = (await import(join(directory, 'first-plants.ts'))) as {
      firstPlants: (...args: [string, string, number]) => Promise<readonly Plant[]>
    }
    const { stdout } = await place.run('tokens', 'create', 'Amara', '--name', 'sample', '--json')
    const { secret } = JSON.parse(stdout) as { secret: string }
    await assert.rejects(firstPlants(service.url, 'nonsense', 3), /Ask the operator/)
    await assert.rejects(firstPlants(service.url, secret, -1), /limit must be/)

    const program = `import { firstPlants } from './first-plants.ts'

console.table(await firstPlants('http://127.0.0.1:8080', process.env['TOKEN'] ?? '', 3))\n`
    await write('main.ts', program.replace('http://127.0.0.1:8080', service.url))
    const options = { cwd: directory, env: { ...process.env, TOKEN: secret } }
    const table = await execute(process.execPath, ['main.ts'], options)
    await write('tsconfig.json', '{ "extends": "../../../../tsconfig.base.json", "include": ["*.ts"] }')
    const tsc = join(root, 'node_modules/.bin/tsc')
    await execute(tsc, [], options)
    await write('first-plants.ts', consumerSample.replace(/^.*'unexpected'.*\n/m, ''))
    const compiled = await execute(tsc, [], options).catch((error: Error) => error.message)
    const errors = compiled.match(/^first-plants\.ts.*/gm) ?? []
    assert.notEqual(errors.length, 0, compiled)
    await expectPicture(
      join(root, 'docs/consumers/picture.svg'),
      `$ cat first-plants.ts main.ts
${consumerSample}

${program}
$ node main.ts
${table}
$ tsc    # when the line for 'unexpected' is missing
${errors.join('\n')}`,
    )
  } finally {
    await rm(directory, { recursive: true })
  }
})

interface Demo {
  readonly said: string
  readonly responses: readonly { readonly firstThree: Plant[]; readonly whole: Plant[] }[]
}

/** Runs the README's first command until it serves, does what it proposes, and stops it as Ctrl-C would. */
async function runDemo(): Promise<Demo> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PLANT_STORE_'))
  const child = spawn('/bin/sh', ['-c', startCommand], {
    cwd: root,
    // A process group of its own, so that the signal reaches all its processes, as from a terminal.
    detached: true,
    env: {
      ...Object.fromEntries(own),
      PLANT_STORE_PORT: '0',
      PLANT_STORE_OPERATOR_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let said = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (said.includes('Stop with Ctrl-C')) {
      break
    }
  }
  child.stdout.resume()
  try {
    const lines = said.split('\n').filter((line) => line.trim().startsWith('curl '))
    assert.ok(lines.length >= 2, said)
    return { said, responses: await Promise.all(lines.map((line) => follow(line))) }
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await closed
  }
}

async function follow(curl: string): Promise<Demo['responses'][number]> {
  const [firstThree = [], whole = []] = await Promise.all(
    [curl, curl.replace('?limit=3', '')].map(async (line) => {
      const text = await execute('/bin/sh', ['-c', `${line} --silent --fail`], { cwd: root })
      return JSON.parse(text) as Plant[]
    }),
  )
  return { firstThree, whole }
}
