/** The packages as published: only this finds what they lack, or have too much. Where they run, the matrix tries. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@plant-store/testkit'
import { publint } from 'publint'

const run = promisify(execFile)
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const workspace = here('../../..')
const names = ['contracts', 'client'] as const

interface Manifest {
  readonly dependencies?: object
  readonly engines: { readonly node: string }
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let project: string
const tarballs: Record<string, string> = {}

before(async () => {
  directory = await temporaryDirectory()
  // As in a clone where nothing was installed yet: the command of README.md.
  const clone = join(directory.path, 'clone')
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: workspace,
    maxBuffer: 2 ** 26,
  })
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(workspace, file)))
  for (const file of files) await cp(join(workspace, file), join(clone, file))
  // pnpm tells what it starts not to install first.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name)))
  const options = { cwd: clone, env, maxBuffer: 2 ** 26 }
  await run('npx', ['--yes', 'pnpm@12', 'tarballs', directory.path], options)
  const packed = await readdir(directory.path)
  for (const name of names) {
    const file = packed.find((each) => each.startsWith(`plant-store-${name}-`)) ?? assert.fail(packed.join())
    tarballs[name] = join(directory.path, file)
  }
  project = join(directory.path, 'project')
  await mkdir(project)
  await writeFile(
    join(project, 'package.json'),
    '{ "name": "consumer", "private": true, "type": "module" }\n',
  )
  const install = ['install', '--offline', '--no-audit', '--no-fund', ...Object.values(tarballs)]
  await run('npm', install, { cwd: project })
})
after(async () => {
  await directory.remove()
})

describe('the packages, packed', () => {
  for (const name of names) {
    it(`${name}: has what it promises, its notes, its licence, the sources its maps name, and no test`, async () => {
      const unpacked = join(directory.path, name)
      await mkdir(unpacked)
      await run('tar', ['-xzf', tarballs[name] ?? '', '-C', unpacked, '--strip-components', '1'])
      const files = (await readdir(unpacked, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)))
      const beside = {
        contracts: ['openapi.yaml', 'vectors/requests.yaml', 'vectors/responses.yaml'],
        client: ['RECIPES.md'],
      }
      assert.deepEqual(
        files
          .filter((file) => !/^(?:contracts\/)?(?:dist\/.*\.(?:js|json|d\.ts|map)|src\/.*\.ts)$/.test(file))
          .toSorted(),
        ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', ...beside[name]].toSorted(),
      )
      for (const map of files.filter((file) => file.endsWith('.map'))) {
        const { sources } = JSON.parse(await readFile(join(unpacked, map), 'utf8')) as { sources: string[] }
        for (const source of sources)
          assert.ok(files.includes(join(dirname(map), source)), `${map}: ${source}`)
      }
      for (const document of files.filter((file) => file.endsWith('.md'))) {
        const text = (await readFile(join(unpacked, document), 'utf8')).replaceAll(/^```.*?^```/gms, '')
        const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]*)/g)].map(([, link = '']) => link)
        for (const link of links)
          assert.ok(files.includes(join(dirname(document), link)), `${document}: ${link}`)
      }
      const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as Manifest
      assert.deepEqual([manifest.dependencies, manifest.engines.node], [undefined, '>=20.19'])
    })

    it(`${name}: publint finds nothing`, async () => {
      const tarball = await readFile(tarballs[name] ?? '')
      const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
      assert.deepEqual(messages, [])
    })

    it(`${name}: its declarations are those of the last release`, async (t) => {
      const dist = await realpath(join(project, 'node_modules', '@plant-store', name, 'dist'))
      const files = globSync('**/*.d.ts', { cwd: dist }).toSorted()
      const texts = files.map((file) => `// ${file}\n${readFileSync(join(dist, file), 'utf8')}`)
      // A change here belongs in the release notes.
      t.assert.fileSnapshot(
        texts.join('\n').replaceAll(/^\/\/# source.*\n?/gm, ''),
        here(`declarations/${name}.txt`),
        {
          serializers: [String],
        },
      )
    })
  }
})

describe('in a fresh project', () => {
  it('its mock runs there', async () => {
    const mock = join(project, 'node_modules', '.bin', 'plant-store-mock')
    const child = spawn(mock, ['--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const closed = once(child, 'close')
    try {
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
      assert.match(line, /^The mock listens on http:\/\/127\.0\.0\.1:\d+\./)
    } finally {
      child.kill('SIGTERM')
      await closed
    }
  })

  it('the document and the vectors are available as YAML and as JSON', async () => {
    const code = `import document from '@plant-store/contracts/openapi.json' with { type: 'json' }
      import vectors from '@plant-store/contracts/vectors/requests.json' with { type: 'json' }
      console.log(document.openapi, Object.keys(vectors).length > 0,
        import.meta.resolve('@plant-store/contracts/openapi.yaml').endsWith('/openapi.yaml'))`
    await writeFile(join(project, 'data.mjs'), code)
    assert.equal((await run(process.execPath, ['data.mjs'], { cwd: project })).stdout, '3.1.0 true true\n')
  })
})
