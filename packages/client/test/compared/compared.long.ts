/**
 * The tables of docs/consumers/compared.md: the size of other clients of the same contract, and what they do with
 * responses that callers meet. All of it is measured here, in one run; `UPDATE_DOCS=1` rewrites the tables.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { temporaryDirectory } from '@plant-store/testkit'
import { rolldown } from 'rolldown'
import { answering, says } from '../answering.ts'
import { compared, type Compared } from './clients.ts'
import { reportOf, serveWrong, wrongResponses } from './wrong-responses.ts'

const run = promisify(execFile)
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const document = here('../../../../docs/consumers/compared.md')
const contract = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))

interface Options {
  readonly baseUrl: string
  readonly token: string
  readonly limit?: number
  readonly cache?: Map<string, unknown>
  readonly retries?: number
  readonly timeoutMs?: number
}

/** A bundle of the caller's code, loaded. */
interface Caller {
  list(options: Options): Promise<unknown>
  first?(options: Options): Promise<unknown>
}

const plants = [{ name: 'Alder', tag: 'Alnus' }, { name: 'Black alder' }]
const unavailable = { error: 50301, message: 'The service cannot answer now. Try again later.' }
const token = 'pst_any'

describe('beside other clients', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  const loaded: (readonly [client: Compared, project: string, caller: Caller])[] = []
  before(async () => {
    directory = await temporaryDirectory()
    await install(directory.path)
    for (const client of compared) {
      const project = join(directory.path, client.name.replaceAll(/\W+/g, '-'))
      await generate(client, project)
      loaded.push([client, project, await load(project)])
    }
  })
  after(async () => {
    await directory.remove()
  })

  it('the first table has their sizes, and what they do', async (t) => {
    const rows: string[] = []
    for (const [client, project, caller] of loaded) {
      const size = gzipSync(await bundleOf(`export { list } from './caller.js'`, project), {
        level: 9,
      }).length
      rows.push(tableRow([nameOf(client), size.toLocaleString('en'), ...(await tryOut(caller))]))
      t.diagnostic(rows.at(-1) ?? '')
    }
    const heads = [
      '',
      'Bytes',
      'A plant without a name',
      'A page in place of the list',
      '`503`, then a list',
      'First plant of a list',
      'The same list again',
    ]
    await expectTable('sizes', [tableRow(heads), tableRow(heads.map(() => '---')), ...rows])
  })

  it('the second table has what three of them make of wrong responses', async () => {
    const three = loaded.slice(0, 3)
    const heads = ['The server sends', ...three.map(([client]) => nameOf(client))]
    const rows = [tableRow(heads), tableRow(heads.map(() => '---'))]
    for (const wrong of wrongResponses) {
      const cells = [wrong.what]
      for (const [, , caller] of three) {
        await using server = await serveWrong(wrong)
        const said = await reportOf(
          caller.list({ baseUrl: server.url, token, retries: 0, timeoutMs: 1000 }),
          server,
        )
        cells.push(`\`${said.replaceAll('|', '\\|')}\``)
      }
      rows.push(tableRow(cells))
    }
    await expectTable('wrong', rows)
  })
})

/** The lines between the marks in the document; `UPDATE_DOCS=1` writes them. */
async function expectTable(mark: string, lines: readonly string[]): Promise<void> {
  const text = await readFile(document, 'utf8')
  const written = text.replace(new RegExp(`(?<=<!-- ${mark} -->\n)[^]*?(?=\n<!-- /${mark} -->)`), () =>
    lines.join('\n'),
  )
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(document, written)
  else assert.equal(text, written)
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function nameOf({ name, packages }: Compared): string {
  const version = Object.values(packages)[0]
  return version === undefined ? `\`${name}\`` : `\`${name}\` ${version}`
}

/** One project with the packages of all clients: no two of them need different versions of the same package. */
async function install(cwd: string): Promise<void> {
  const dependencies = Object.assign({}, ...compared.map(({ packages }) => packages)) as object
  const manifest = { private: true, type: 'module', dependencies }
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd })
}

/** A directory in that project with the caller of one client, and what the client generates for it. */
async function generate({ generate: programs = [], code }: Compared, cwd: string): Promise<void> {
  await mkdir(cwd)
  await copyFile(contract, join(cwd, 'openapi.yaml'))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  for (const [program, ...args] of programs) {
    await run(join('..', 'node_modules', '.bin', program), args, { cwd, env })
  }
  await writeFile(join(cwd, 'caller.js'), code)
}

/** Minified, as for a browser. */
async function bundleOf(code: string, cwd: string): Promise<string> {
  const input = join(cwd, 'entry.js')
  await writeFile(input, code)
  const alias = { '@plant-store/client': here('../../src/index.ts') }
  await using built = await rolldown({ input, resolve: { alias }, platform: 'browser', logLevel: 'silent' })
  const { output } = await built.generate({ minify: true })
  return output[0].code.trim()
}

async function load(cwd: string): Promise<Caller> {
  const file = join(cwd, 'caller.min.js')
  await writeFile(file, await bundleOf(`export * from './caller.js'`, cwd))
  return (await import(pathToFileURL(file).href)) as Caller
}

/** What the caller gets, in the words of the table; first checks that it can list plants at all. */
async function tryOut(caller: Caller): Promise<readonly string[]> {
  await expectList(caller)
  return [
    await ofResponse(caller, 200, [{ name: 'Alder' }, { tag: 'Alnus' }]),
    await ofResponse(caller, 200, '<!doctype html><title>Bad gateway</title>', 'text/html'),
    await ofRepeating(caller),
    await ofLongList(caller),
    await ofCache(caller),
  ]
}

async function outcome(caller: Caller, options: Options): Promise<string> {
  try {
    const result = await caller.list(options)
    if (!Array.isArray(result)) return typeof result === 'string' ? 'given as a text' : 'reported'
    return result.every((plant) => typeof plant?.name === 'string') ? 'a list' : 'given as a list'
  } catch (error) {
    return `throws ${error instanceof Error ? error.name : typeof error}`
  }
}

async function expectList(caller: Caller): Promise<void> {
  await using server = await answering(says(200, plants))
  assert.deepEqual(await caller.list({ baseUrl: server.url, token, limit: 2 }), plants)
  const [request] = server.requests
  assert.equal(request?.url, '/plants?limit=2')
  assert.equal(request?.headers.authorization, `Bearer ${token}`)
}

async function ofResponse(
  caller: Caller,
  status: number,
  body: unknown,
  type = 'application/json',
): Promise<string> {
  await using server = await answering(says(status, body, { 'Content-Type': type }))
  return await outcome(caller, { baseUrl: server.url, token })
}

async function ofRepeating(caller: Caller): Promise<string> {
  await using server = await answering(says(503, unavailable, { 'Retry-After': '0' }), says(200, plants))
  const came = await outcome(caller, { baseUrl: server.url, token })
  return came === 'a list' ? 'asks again' : `asks once: ${came}`
}

/** The server sends the second half only once the caller has returned the first plant. */
async function ofLongList(caller: Caller): Promise<string> {
  if (caller.first === undefined) return 'after the last'
  const given = Promise.withResolvers<void>()
  await using server = await answering((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.write('[{"name":"Alder"},')
    given.promise.then(() => response.end('{"name":"Black alder"}]')).catch(() => {})
  })
  assert.deepEqual(await caller.first({ baseUrl: server.url, token }), { name: 'Alder' })
  given.resolve()
  return 'as it comes'
}

async function ofCache(caller: Caller): Promise<string> {
  const tag = '"one"'
  const statuses: number[] = []
  await using server = await answering((request, response) => {
    statuses.push(request.headers['if-none-match'] === tag ? 304 : 200)
    response.writeHead(statuses.at(-1) ?? 200, { ETag: tag, 'Content-Type': 'application/json' })
    response.end(statuses.at(-1) === 304 ? '' : JSON.stringify(plants))
  })
  const cache = new Map<string, unknown>()
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(await caller.list({ baseUrl: server.url, token, cache }), plants)
  }
  return statuses.includes(304) ? 'not sent' : 'sent again'
}
