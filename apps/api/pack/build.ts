/** Makes `dist`: the command and the service as JavaScript, for a Node that strips no types, with all that is ours in it. */
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const pathTo = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const dist = pathTo('dist')

await rm(dist, { recursive: true, force: true })
await using bundle = await rolldown({
  input: pathTo('src/plant-store.ts'),
  platform: 'node',
  // Packages of others are dependencies of the package that is packed, and `#` means a file of it.
  external: (id) => !/^(?:\.|\/|@plant-store\/)/.test(id),
})
// Flat: what a source finds beside itself stands beside all of them.
await bundle.write({ dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' })
for (const migrations of ['sqlite/migrations', 'postgres/postgres-migrations']) {
  const to = `${dist}/${migrations.slice(migrations.indexOf('/') + 1)}`
  await cp(pathTo(`../../packages/store/src/${migrations}`), to, { recursive: true })
}
await copyFile(pathTo('../../contracts/openapi.yaml'), `${dist}/openapi.yaml`)
// How to install it on a server, with links to the files that are packed too.
const page = await readFile(pathTo('../../docs/operations/on-a-server.md'), 'utf8')
await writeFile(`${dist}/on-a-server.md`, page.replaceAll('](../../apps/api/', '](../'))
await copyFile(pathTo('src/http/docs/page.js'), `${dist}/page.js`)
// Copied, not a dependency: with it would come a package that reports each installation to its makers.
await mkdir(`${dist}/swagger-ui`)
for (const [file, as = file] of [
  ['swagger-ui.css'],
  ['swagger-ui-bundle.js'],
  ['NOTICE'],
  // Were it named LICENSE, pnpm would not add the licence of this repository.
  ['LICENSE', 'Apache-2.0.txt'],
] as const) {
  await copyFile(pathTo(`node_modules/swagger-ui-dist/${file}`), `${dist}/swagger-ui/${as}`)
}
