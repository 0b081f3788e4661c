/**
 * The page for a server, with the installed package. Only this finds a command of the page that fails, and a unit that is
 * invalid, or removes the wrong backups.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startService, temporaryDirectory } from '@plant-store/testkit'
import { execute, type Installed, pack, root } from './installed.ts'

const page = await readFile(join(root, 'docs/operations/on-a-server.md'), 'utf8')
const blocks = [...page.matchAll(/^(<!-- Not run by a test: .* -->\n)?```sh (\w+)\n([^]*?)^```$/gm)].map(
  ([, mark, kind = '', lines = '']) => ({ isRun: mark === undefined, kind, lines }),
)
/** A line of a unit for a shell: systemd expands no file name patterns, and `%%` stands for `%`. */
const asSystemd = (line: string): string => `set -f; ${line.replaceAll('%%', '%')}`
const noAnalyzer = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'needs systemd-analyze'

describe('on a server', () => {
  let place: Awaited<ReturnType<typeof temporaryDirectory>>
  let installed: Installed
  /** The home directory of the service's user. */
  let home: string

  /** Runs lines of the page, or of a unit, as the service's user would, leaving out what changes the machine. */
  const run = (lines: string, env: NodeJS.ProcessEnv = {}): Promise<string> =>
    execute('/bin/sh', ['-e', '-c', asHere(lines)], { cwd: home, env: { ...installed.env, ...env } })
  const asHere = (lines: string): string =>
    lines
      .replaceAll(/^sudo systemctl .*$/gm, '')
      .replaceAll(/^sudo (?:--login --user plant-store )?/gm, '')
      .replaceAll('--prefix /usr/local', `--prefix ${installed.prefix}`)
      .replaceAll('./plant-store-api-1.0.0.tgz', installed.tarball)
  const blocksOf = (kind: string): readonly string[] =>
    blocks.filter((block) => block.isRun && block.kind === kind).map(({ lines }) => lines)
  /** The file of a unit, with the program's path here. */
  const unit = async (name: string): Promise<string> => {
    const text = await readFile(join(installed.directory, 'deploy/systemd', name), 'utf8')
    return text.replaceAll('/usr/local/bin/plant-store', join(installed.prefix, 'bin/plant-store'))
  }

  before(async () => {
    place = await temporaryDirectory()
    installed = await pack(place.path)
    home = join(place.path, 'home')
    await writeFile(join(home, 'plants.csv'), 'name,tag\nBamboo,Bambuseae\n')
    assert.match(await run(blocksOf('install').join('')), /^\d+\.\d+\.\d+$/m)
  })
  after(() => place.remove())

  it(
    'the units are valid, and they leave the service few ways to do any harm',
    { skip: noAnalyzer },
    async () => {
      const directory = join(place.path, 'units')
      await mkdir(directory)
      const names = await readdir(join(installed.directory, 'deploy/systemd'))
      const units = names.filter((name) => /\.(?:service|timer)$/.test(name))
      assert.equal(units.length, 3)
      for (const name of units) await writeFile(join(directory, name), await unit(name))
      const options = { cwd: directory }
      await execute('systemd-analyze', ['verify', '--man=no', ...units.map((name) => `./${name}`)], options)
      for (const name of units.filter((each) => each.endsWith('.service'))) {
        const argv = ['security', '--offline=true', '--threshold=20', '--no-pager', `./${name}`]
        await execute('systemd-analyze', argv, options)
      }
    },
  )

  it('every command of the page is run here, or the page says why not', () => {
    assert.deepEqual(
      blocks.filter(({ isRun }) => isRun).map(({ kind }) => kind),
      ['clone', 'install', 'operator', 'operator', 'operator', 'upgrade', 'rollback'],
    )
    assert.equal([...page.matchAll(/^```sh/gm)].length, blocks.length)
    // `pack` above has run this.
    assert.match(
      blocksOf('clone')[0] ?? '',
      /^npx --yes pnpm@12 --filter @plant-store\/api pack --pack-destination \.$/m,
    )
  })

  it('the commands of the page work in order', async () => {
    const [begin = '', ask = '', restore = ''] = blocksOf('operator')
    assert.match(await run(begin), /^pst_\w+$/m)
    const settings = { database: join(home, 'plant-store.db') }
    const command = [join(installed.prefix, 'bin/plant-store'), 'serve'] as const
    await using service = await startService({ settings, command })
    const env = { PLANT_STORE_URL: service.url, PLANT_STORE_OPERATOR_URL: service.operatorUrl }
    assert.match(
      await run(ask.replace('http://127.0.0.1:8081', service.operatorUrl), env),
      /"ready"[^]*\ncontract +ok /,
    )
    await mkdir(join(home, 'backups'))
    await run('plant-store backup backups/plants.db')
    assert.match(await run(restore), /No problems found[^]*Restored plant-store\.db/)
    await service.stop()
    const upgrade = blocksOf('upgrade').join('')
    // In the one shell that the page names, every line is somebody's who may use sudo.
    assert.doesNotMatch(upgrade + blocksOf('rollback').join(''), /^(?!sudo )./m)
    await run(upgrade)
    // Here the old package is the same as the new one, and the line that installs it has just been run.
    const [line = assert.fail('nothing is installed')] = /^.* npm install .*\n/m.exec(upgrade) ?? []
    const rollback = blocksOf('rollback').join('')
    assert.ok(rollback.includes(line), line)
    await run(rollback.replace(line, ''))
    assert.match(await run('plant-store users list'), /Amara/)
  })

  it('a backup is written and verified, and then only the old ones are removed', async () => {
    const directory = join(home, 'backups')
    const old = new Date(Date.now() - 31 * 86_400_000)
    for (const name of ['old.db', 'young.db']) await cp(join(home, 'plant-store.db'), join(directory, name))
    await mkdir(join(directory, 'killed.partial'))
    for (const name of ['old.db', 'killed.partial']) await utimes(join(directory, name), old, old)
    const text = await unit('plant-store-backup.service')
    for (const [, line = ''] of text.matchAll(/^Exec\w+=(.*)$/gm)) await run(asSystemd(line))
    const names = (await readdir(directory)).toSorted()
    assert.deepEqual(names.slice(1), ['plants.db', 'young.db'])
    assert.match(names[0] ?? '', /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
    assert.match(await run(`plant-store verify --database backups/${names[0]}`), /No problems found/)
  })
})
