/** What consumers use beside the packages, and the rows of the matrix: each value stands in one at least. */

/** Programs are paths in the `node_modules` that `tools` are installed in; of npm and Node.js 24, what runs this. */
interface Value {
  readonly tools?: Readonly<Record<string, string>>
  /** What the project itself depends on. */
  readonly beside?: Readonly<Record<string, string>>
  /** A program with its arguments, run in the consumer's project. */
  readonly run?: readonly [program: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Files that it needs in the project. */
  readonly files?: Readonly<Record<string, string>>
}

const node = (version: string): Value => {
  const name = `node-${version.split('.', 1)[0]}`
  const platform = `${process.platform}-${process.arch}`.replace('win32', 'win')
  return {
    tools: { [name]: `npm:node-${platform}@${version}` },
    run: [`${name}/bin/node`],
  }
}

const yarn4 = { '@yarnpkg/cli-dist': '4.18.1' }
const webpack = `export default {
  mode: 'production', entry: './start.mjs', target: 'es2022', experiments: { outputModule: true },
  output: { path: import.meta.dirname, filename: 'bundle.mjs', module: true, asyncChunks: false, library: { type: 'module' } },
}`
const vite = `export default {
  build: { ssr: 'start.mjs', outDir: '.', emptyOutDir: false, rolldownOptions: { output: { entryFileNames: 'bundle.mjs', codeSplitting: false } } },
  ssr: { noExternal: true },
}`
const workerd = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "network", network = (allow = ["private"])),
  (name = "main", worker = (globalOutbound = "network", compatibilityDate = "2026-01-01",
    modules = [(name = "bundle.mjs", esModule = embed "bundle.mjs")]))]);`

/** `bundler` makes `bundle.mjs` of `start.mjs`. The versions of TypeScript are the workspace's. */
export const axes = {
  manager: {
    npm: { run: ['npm', 'install', '--no-audit', '--no-fund'] },
    pnpm: {
      tools: { pnpm: '12.21.0' },
      run: ['pnpm/bin/pnpm.mjs', 'install'],
      // It asks about each package that would run something, as MSW would.
      files: { 'pnpm-workspace.yaml': 'allowBuilds: { msw: false }' },
    },
    'Yarn 1': { tools: { yarn: '1.22.22' }, run: ['yarn/bin/yarn.js', 'install'] },
    'Yarn 4': { tools: yarn4, run: ['@yarnpkg/cli-dist/bin/yarn.js', 'install'] },
    'Yarn 4, nodeLinker: node-modules': {
      tools: yarn4,
      run: ['@yarnpkg/cli-dist/bin/yarn.js', 'install'],
      env: { YARN_NODE_LINKER: 'node-modules' },
    },
    Bun: { tools: { bun: '1.4.5' }, run: ['.bin/bun', 'install'] },
  },
  modules: { import: {}, require: {}, 'import() in CommonJS': {} },
  typescript: { 'TypeScript 5': {}, 'TypeScript 6': {}, 'TypeScript 7': {} },
  bundler: {
    'no bundler': {},
    esbuild: {
      tools: { esbuild: '0.28.2' },
      run: ['.bin/esbuild', 'start.mjs', '--bundle', '--format=esm', '--outfile=bundle.mjs'],
    },
    Rollup: {
      tools: {
        rollup: '4.68.8',
        '@rollup/plugin-node-resolve': '16.0.3',
        '@rollup/plugin-commonjs': '29.0.3',
      },
      run: [
        '.bin/rollup',
        'start.mjs',
        '-p',
        'node-resolve',
        '-p',
        'commonjs',
        '-f',
        'es',
        '--inlineDynamicImports',
        '-o',
        'bundle.mjs',
      ],
    },
    webpack: {
      tools: { webpack: '5.113.0', 'webpack-cli': '7.3.1' },
      run: ['.bin/webpack', '-c', 'webpack.config.mjs'],
      files: { 'webpack.config.mjs': webpack },
    },
    Rspack: {
      tools: { '@rspack/core': '2.3.3', '@rspack/cli': '2.2.8' },
      run: ['.bin/rspack', 'build', '-c', 'rspack.config.mjs'],
      files: { 'rspack.config.mjs': webpack },
    },
    Vite: { tools: { vite: '8.3.8' }, run: ['.bin/vite', 'build'], files: { 'vite.config.mjs': vite } },
  },
  runtime: {
    'Node.js 20': node('20.19.0'),
    'Node.js 22': node('22.23.3'),
    'Node.js 24': {},
    Bun: { tools: { bun: '1.4.5' }, run: ['.bin/bun'] },
    Deno: {
      tools: { deno: '2.9.6' },
      run: ['.bin/deno', 'run', '--allow-net', '--allow-env', '--allow-read'],
    },
    workerd: {
      tools: { workerd: '1.20261117.1' },
      run: ['.bin/workerd', 'test', 'workerd.capnp'],
      files: { 'workerd.capnp': workerd },
    },
  },
  peer: {
    'no peer': {},
    'MSW 2': { beside: { msw: '2.0.0' } },
    'MSW 3': { beside: { msw: '3.0.5' } },
    'TypeBox 0.33': { beside: { '@sinclair/typebox': '0.33.0' } },
    'TypeBox 0.34': { beside: { '@sinclair/typebox': '0.34.52' } },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Value>>>>

export type Axis = keyof typeof axes
export type Row = { readonly [Each in Axis]: keyof (typeof axes)[Each] & string }

export const axisNames = Object.keys(axes) as Axis[]
/** What is known about the value that a row has of an axis. */
export const valueOf = (axis: Axis, name: string): Value =>
  (axes[axis] as Readonly<Record<string, Value>>)[name] ?? {}

const row = (
  manager: Row['manager'],
  modules: Row['modules'],
  typescript: Row['typescript'],
  bundler: Row['bundler'],
  runtime: Row['runtime'],
  peer: Row['peer'] = 'no peer',
): Row => ({ manager, modules, typescript, bundler, runtime, peer })

/**
 * What can't be in one: the manager Deno, which links to a tarball instead of unpacking it; workerd without a bundler; in
 * Yarn 4, TypeScript 7, Bun, Deno, and each bundler but esbuild, which read no Plug'n'Play; MSW 3 in Node.js 20.
 */
export const rows: readonly Row[] = [
  row('npm', 'import', 'TypeScript 5', 'no bundler', 'Node.js 20'),
  row('npm', 'import() in CommonJS', 'TypeScript 7', 'no bundler', 'Node.js 24'),
  row('npm', 'import() in CommonJS', 'TypeScript 5', 'Rspack', 'Deno'),
  row('pnpm', 'require', 'TypeScript 6', 'no bundler', 'Deno'),
  row('pnpm', 'import', 'TypeScript 7', 'Vite', 'workerd'),
  row('Yarn 1', 'import', 'TypeScript 7', 'esbuild', 'workerd'),
  row('Yarn 1', 'require', 'TypeScript 6', 'webpack', 'Node.js 24'),
  // Node.js 20 does not find in Yarn's archives what a required module imports.
  row('Yarn 4', 'require', 'TypeScript 5', 'no bundler', 'Node.js 20'),
  row('Yarn 4', 'import', 'TypeScript 6', 'esbuild', 'Node.js 22'),
  row('Yarn 4, nodeLinker: node-modules', 'import', 'TypeScript 6', 'Rollup', 'Bun'),
  row('Bun', 'import', 'TypeScript 7', 'webpack', 'Node.js 22'),
  row('Bun', 'import() in CommonJS', 'TypeScript 6', 'no bundler', 'Bun'),
  // Each end of each peer.
  row('npm', 'import', 'TypeScript 5', 'no bundler', 'Node.js 20', 'MSW 2'),
  row('pnpm', 'import', 'TypeScript 7', 'no bundler', 'Node.js 24', 'MSW 3'),
  row('npm', 'import', 'TypeScript 5', 'no bundler', 'Node.js 20', 'TypeBox 0.33'),
  row('pnpm', 'import', 'TypeScript 7', 'no bundler', 'Node.js 24', 'TypeBox 0.34'),
]
