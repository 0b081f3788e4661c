/** What all rows of the matrix share: the tarballs, the tools, a service. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serveSmallWorld, temporaryDirectory } from '@plant-store/testkit'
import { axisNames, type Row, valueOf } from './rows.ts'
import { type Bench, environment } from './run-row.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Packs the packages, installs with npm what these rows need beside them, and starts a service. */
export async function openBench(rows: readonly Row[]): Promise<Bench & AsyncDisposable> {
  const directory = await temporaryDirectory()
  const { path } = directory
  try {
    const tools = join(path, 'tools')
    await mkdir(tools)
    const env = environment(tools)
    // Only these: another test packs the harness meanwhile.
    const packed = ['contracts', 'client'].flatMap((name) => ['--filter', `@plant-store/${name}`])
    const pack = ['--yes', 'pnpm@12', ...packed, 'pack', '--pack-destination', path]
    await run('npx', pack, { cwd: root, env, maxBuffer: 2 ** 26 })
    const files = (await readdir(path)).filter((file) => file.endsWith('.tgz'))
    const tarballs = Object.fromEntries(
      files.map((file) => [/(contracts|client)-/.exec(file)?.[1] ?? '', join(path, file)]),
    )
    const needed = rows.flatMap((row) => axisNames.map((axis) => valueOf(axis, row[axis]).tools ?? {}))
    const manifest = { private: true, dependencies: Object.assign({}, ...needed) as object }
    await writeFile(join(tools, 'package.json'), JSON.stringify(manifest))
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: tools, env, maxBuffer: 2 ** 26 })
    const { world, service, stop } = await serveSmallWorld()
    const { token, plants } = world.users.ben
    const list = plants.map(({ name, tag }) => `${name} ${tag ?? '-'}`).join('\n')
    return {
      path,
      tarballs,
      tools,
      token,
      baseUrl: service.url,
      due: JSON.stringify([list, 5, -1]),
      [Symbol.asyncDispose]: async () => {
        await stop()
        await directory.remove()
      },
    }
  } catch (error) {
    await directory.remove()
    throw error
  }
}
