/**
 * Makes `dist`, which is the package: the command as JavaScript for Node 22 with all that is ours in it, the files that it
 * reads, a README for users, and a manifest that names what it imports, in the catalog's versions.
 */
import { globSync } from 'node:fs'
import { constants, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { rolldown } from 'rolldown'
import { parse } from 'yaml'
import source from '../package.json' with { type: 'json' }

const pathTo = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const dist = pathTo('dist')

await rm(dist, { recursive: true, force: true })
await using bundle = await rolldown({
  input: pathTo('src/main.ts'),
  platform: 'node',
  // Packages of others are dependencies of the package; of oxc comes what stands in for newer syntax.
  external: (id) => !/^(?:\.|\/|@plant-store\/|@oxc-project\/|#)/.test(id),
  // Also where only this package of the workspace is installed.
  resolve: { conditionNames: ['packed', 'node', 'import'], modules: [pathTo('node_modules')] },
  transform: { target: 'node22' },
})
const { name, version, private: isPrivate, description, license, type, engines } = source
const oldest = engines.node.replace('>=', '')
/** Before all else, in the entry: older ones are refused, and what Node 22 lacks is added (RegExp.escape: ECMA-262, 22.2.5.1). */
const intro = String.raw`if (process.versions.node.localeCompare('${oldest}', 'en', { numeric: true }) < 0) {
  process.stderr.write('conformance needs Node.js ${oldest} or newer; ' + process.execPath + ' is ' + process.versions.node + '.\n');
  process.exit(2);
}
RegExp.escape ??= (text) =>
  text.replaceAll(/^[\dA-Za-z]|[^\w\u0080-\uffff]/g, (one) => '\\x' + one.charCodeAt(0).toString(16).padStart(2, '0'));`
// Flat: what a source finds beside itself stands beside all of them.
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  intro: ({ isEntry }) => (isEntry ? intro : ''),
})
for (const file of globSync(
  ['src/**/*.{css,yaml}', '*.schema.json', 'Containerfile'].map((each) => pathTo(each)),
))
  await copyFile(file, `${dist}/${basename(file)}`, constants.COPYFILE_EXCL)
await cp(pathTo('schemathesis'), `${dist}/schemathesis`, { recursive: true })
const page = await readFile(pathTo('pack/README.md'), 'utf8')
await writeFile(`${dist}/README.md`, page.replaceAll('](../', ']('))
await copyFile(pathTo('../../LICENSE'), `${dist}/LICENSE`)
await mkdir(`${dist}/contracts`)
for (const file of ['openapi.yaml', 'rules.yaml', 'vectors/requests.yaml'])
  await copyFile(pathTo(`../../contracts/${file}`), `${dist}/contracts/${basename(file)}`)

const text = await readFile(pathTo('../../pnpm-workspace.yaml'), 'utf8')
const { catalog } = Value.Parse(
  Type.Object({ catalog: Type.Record(Type.String(), Type.String()) }),
  parse(text),
)
const own = new Set(output.map(({ fileName }) => fileName))
const packages = output
  .flatMap((one) => (one.type === 'chunk' ? one.imports.concat(one.dynamicImports) : []))
  .filter((id) => !own.has(id) && !id.startsWith('node:'))
  .map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id)
const versionOf = (id: string): string => {
  const exact = catalog[id]
  if (exact === undefined) throw new Error(`${id} is not bundled, and the catalog has no version of it.`)
  return exact
}
const manifest = {
  name,
  version,
  private: isPrivate,
  description,
  license,
  type,
  engines,
  bin: { conformance: 'main.js' },
  imports: {
    '#openapi.yaml': './contracts/openapi.yaml',
    '#rules.yaml': './contracts/rules.yaml',
    '#requests.yaml': './contracts/requests.yaml',
    '#schemathesis/*': './schemathesis/*',
  },
  dependencies: Object.fromEntries([...new Set(packages)].toSorted().map((id) => [id, versionOf(id)])),
}
await writeFile(`${dist}/package.json`, `${JSON.stringify(manifest, undefined, 2)}\n`)
