/** The documents of the repository tell the truth: commands run, samples work, links lead somewhere. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Plant } from '@plant-store/contracts'
import { startService } from '@plant-store/testkit'
import { makePlace } from './command/place.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const readDocument = (name: string): Promise<string> => readFile(join(root, name), 'utf8')
const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) =>
    text.trim(),
  )

const readme = await readDocument('README.md')
const [startCommand = '', testCommand = '', operatorCommands = ''] = blocksOf(readme, 'sh')

describe('the README', () => {
  test('the command that tests it is the one that CI runs', async () => {
    assert.match(testCommand, /^npx .* test$/)
    const lines = (await readDocument('.ci/run')).split('\n')
    assert.ok(lines.some((line) => line.startsWith(testCommand)))
  })

  test('the command that runs it gives each user their own plants, and keeps the data', async () => {
    // Whether the repository's own demo data already exists depends on whoever runs this.
    const first = await runDemo()
    assert.match(first.said, /made just now|kept from an earlier run/)
    const lists = new Set(first.answers.map(({ whole }) => JSON.stringify(whole)))
    assert.equal(lists.size, first.answers.length, 'two users see the same')
    for (const { whole, firstThree } of first.answers) {
      assert.deepEqual(firstThree, whole.slice(0, 3))
    }
    const second = await runDemo()
    assert.match(second.said, /kept from an earlier run/)
    assert.deepEqual(
      second.answers.map(({ whole }) => whole),
      first.answers.map(({ whole }) => whole),
    )
  })

  test("the operator's commands work in the given order", async () => {
    await using place = await makePlace({ world: false })
    await mkdir(join(place.path, 'apps/api'), { recursive: true })
    await symlink(join(root, 'apps/api/data'), join(place.path, 'apps/api/data'))
    const lines = operatorCommands.split('\n')
    assert.ok(lines.length > 5)
    for (const line of lines) {
      const [program, command, ...argv] = line.split(' ')
      assert.deepEqual([program, command], ['pnpm', 'plant-store'])
      // The command that runs until it is stopped needs a process of its own.
      const ended =
        argv[0] === 'serve'
          ? place.runWith({ interruptAt: ['"listening"', 'SIGTERM'] }, ...argv)
          : place.run(...argv)
      const { code, stderr } = await ended
      assert.equal(code, 0, `${line}\n${stderr}`)
    }
  })

  test("the consumer's sample gets the plants, and explains a refusal", async () => {
    const [sample = ''] = blocksOf(readme, 'ts')
    // Ignored by git, and so by any tool that walks the sources meanwhile.
    const file = new URL(`../.plant-store/sample-${process.pid}.ts`, import.meta.url)
    await mkdir(new URL('.', file), { recursive: true })
    await using place = await makePlace()
    await using service = await startService({ settings: { database: place.database } })
    await writeFile(file, sample)
    try {
      const { firstPlants } = (await import(file.href)) as { firstPlants: FirstPlants }
      const { stdout } = await place.run('tokens', 'create', 'Amara', '--name', 'sample', '--json')
      const { secret } = JSON.parse(stdout) as { secret: string }
      assert.equal((await firstPlants(service.url, secret, 3)).length, 3)
      await assert.rejects(firstPlants(service.url, 'nonsense', 3), /Ask the operator/)
      await assert.rejects(firstPlants(service.url, secret, -1), /limit must be/)
    } finally {
      await rm(file)
    }
  })
})

type FirstPlants = (url: string, token: string, limit: number) => Promise<readonly Plant[]>

describe('every document', () => {
  for (const name of [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SCALE.md',
    'SECURITY.md',
    'contracts/README.md',
    'packages/client/README.md',
    'packages/client/RECIPES.md',
    'packages/store/README.md',
    'apps/api/operating.md',
    'apps/api/in-containers.md',
    'apps/api/on-a-server.md',
    'apps/api/data/README.md',
    'apps/api/upgrade-notes.md',
    'apps/bench/README.md',
    'apps/conformance/README.md',
    'apps/faults/README.md',
  ]) {
    test(`${name} links to and names only existing files`, async () => {
      const text = await readDocument(name)
      // Code has brackets that are not links.
      const prose = text.replaceAll(/^```.*?^```$/gms, '')
      const links = [...prose.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) =>
        join(dirname(name), to),
      )
      const paths = [...text.matchAll(/`((?:apps|packages|contracts)\/[\w./-]+)`/g)].map(([, to = '']) => to)
      for (const path of [...links, ...paths]) {
        await access(join(root, path))
      }
    })
  }
})

interface Demo {
  readonly said: string
  readonly answers: readonly { readonly firstThree: Plant[]; readonly whole: Plant[] }[]
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
    return { said, answers: await Promise.all(lines.map((line) => follow(line))) }
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await closed
  }
}

async function follow(curl: string): Promise<Demo['answers'][number]> {
  return { firstThree: await run(curl), whole: await run(curl.replace('?limit=3', '')) }
}

async function run(curl: string): Promise<Plant[]> {
  const child = spawn('/bin/sh', ['-c', `${curl} --silent --fail`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  assert.equal(child.exitCode, 0, curl)
  return JSON.parse(Buffer.concat(chunks).toString()) as Plant[]
}
