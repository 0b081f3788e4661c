/** Before the package is packed: JavaScript with declarations, and the document and the vectors as JSON. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { forGenerators } from './for-generators.ts'

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)

function writeJson(from: string, to: string): void {
  const value: unknown = parse(readFileSync(at(from), 'utf8'))
  writeFileSync(at(to), `${JSON.stringify(value, undefined, 2)}\n`)
}

rmSync(at('dist'), { recursive: true, force: true })
// The root's: a package that is packed from another's script may find another TypeScript first.
execFileSync(fileURLToPath(at('../node_modules/.bin/tsc')), ['-p', 'tsconfig.build.json'], {
  cwd: at('.'),
  stdio: 'inherit',
})
mkdirSync(at('dist/vectors'))
writeJson('openapi.yaml', 'dist/openapi.json')
writeFileSync(at('dist/openapi.generators.json'), `${JSON.stringify(forGenerators, undefined, 2)}\n`)
for (const name of readdirSync(at('vectors'))) {
  writeJson(`vectors/${name}`, `dist/vectors/${name.replace(/\.yaml$/, '.json')}`)
}
