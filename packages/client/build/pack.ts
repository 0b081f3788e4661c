/**
 * Before the package is packed: JavaScript with declarations and maps. What it needs of the contract goes along, in
 * `contracts`, so that it can be installed alone, with any package manager.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const contracts = '../../contracts'

const compile = (...args: readonly string[]): unknown =>
  execFileSync('../../node_modules/.bin/tsc', ['-p', ...args], { stdio: 'inherit' })

for (const made of ['dist', 'contracts']) rmSync(made, { recursive: true, force: true })
compile('tsconfig.build.json')
compile('tsconfig.command.json')
compile(`${contracts}/tsconfig.build.json`, '--outDir', 'contracts/dist')
cpSync(`${contracts}/src`, 'contracts/src', { recursive: true })
// These need TypeBox, and the client needs none of them.
for (const path of globSync('contracts/{src,dist}/schemas*')) rmSync(path, { recursive: true })
// The maps name the sources where they were compiled.
for (const map of globSync('contracts/dist/*.map')) {
  writeFileSync(map, readFileSync(map, 'utf8').replace('../../../../contracts/src/', '../src/'))
}

const places: Readonly<Record<string, string>> = {
  '@plant-store/contracts': 'contracts/dist/index.js',
  '@plant-store/contracts/errors': 'contracts/dist/errors.js',
  '@plant-store/contracts/validators': 'contracts/dist/validators.js',
}
for (const path of globSync('dist/**/*.{js,d.ts}')) {
  const text = readFileSync(path, 'utf8').replaceAll(
    /'(@plant-store\/contracts[^']*)'/g,
    (_, name: string) => {
      const place = places[name]
      if (place === undefined) throw new Error(`${path} imports ${name}, which is not packed`)
      return `'${relative(dirname(path), place)}'`
    },
  )
  writeFileSync(path, text)
}
