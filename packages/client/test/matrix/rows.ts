/** What consumers use beside the packages, and the rows of the matrix: each two values that can meet do so in a row. */

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
    Deno: { tools: { deno: '2.9.6' }, run: ['.bin/deno', 'install'] },
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
    Parcel: {
      tools: { parcel: '2.16.4' },
      run: ['.bin/parcel', 'build', '--no-cache', '--no-source-maps', '--target', 'app'],
    },
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

export const nameOf = (row: Row): string => axisNames.map((axis) => row[axis]).join(' · ')
export const axisNames = Object.keys(axes) as Axis[]
export const valuesOf = (axis: Axis): string[] => Object.keys(axes[axis])
/** What is known about the value that a row has of an axis. */
export const valueOf = (axis: Axis, name: string): Value =>
  (axes[axis] as Readonly<Record<string, Value>>)[name] ?? {}

/** What cannot be had, and why. It is reported as not run. */
export const missing: readonly { readonly when: Partial<Row>; readonly because: string }[] = [
  { when: { manager: 'Deno' }, because: 'Deno links to a tarball instead of unpacking it' },
  { when: { runtime: 'workerd', bundler: 'no bundler' }, because: 'workerd runs a bundle' },
  { when: { manager: 'Yarn 4', typescript: 'TypeScript 7' }, because: "TypeScript 7 reads no Plug'n'Play" },
  ...(['Bun', 'Deno'] as const).map((runtime) => ({
    when: { manager: 'Yarn 4', runtime } as const,
    because: `${runtime} reads no Plug'n'Play`,
  })),
  ...(['Rollup', 'webpack', 'Rspack', 'Vite', 'Parcel'] as const).map((bundler) => ({
    when: { manager: 'Yarn 4', bundler } as const,
    because: "A bundler beside the project reads its Plug'n'Play only if it is esbuild",
  })),
  {
    when: { bundler: 'Parcel', modules: 'import() in CommonJS' },
    because: 'Parcel calls the modules of a bundle as CommonJS calls its own, .js',
  },
  { when: { runtime: 'Node.js 20', peer: 'MSW 3' }, because: 'MSW 3 needs Node.js 22.12' },
]

/** Why this can't be a row or a part of one, if so. */
export const reasonAgainst = (part: Partial<Row>): string | undefined =>
  missing.find(({ when }) => Object.entries(when).every(([axis, value]) => part[axis as Axis] === value))
    ?.because

/** Rows in which each two values that can meet do: always the best continuation of a pair that has not met yet. */
function pairwise(): Row[] {
  const free = axisNames.filter((axis) => axis !== 'peer')
  const pairsOf = (part: Partial<Row>): string[] => {
    const values = Object.entries(part).map(([axis, value]) => `${axis}\t${value}`)
    return values.flatMap((one, index) =>
      values.slice(index + 1).map((other) => [one, other].toSorted().join('\n')),
    )
  }
  const open = new Map<string, Partial<Row>>()
  const values = free.flatMap((axis) => valuesOf(axis).map((value) => [axis, value] as const))
  for (const [index, [axis, value]] of values.entries()) {
    for (const [other, second] of values.slice(index)) {
      const pair: Partial<Row> = { [axis]: value, [other]: second }
      if (other !== axis && reasonAgainst(pair) === undefined) open.set(pairsOf(pair)[0] ?? '', pair)
    }
  }
  const rows: Row[] = []
  for (const pair of open.values()) {
    let row = pair
    for (const axis of free.filter((each) => pair[each] === undefined)) {
      const choices = valuesOf(axis).map((value) => Object.assign({ [axis]: value }, row))
      const gain = (part: Partial<Row>): number => pairsOf(part).filter((each) => open.has(each)).length
      const possible = choices.filter((part) => reasonAgainst(part) === undefined)
      row = possible.reduce((best, next) => (gain(next) > gain(best) ? next : best))
    }
    for (const each of pairsOf(row)) open.delete(each)
    rows.push({ ...row, peer: 'no peer' } as Row)
  }
  return rows
}

/** Rows that pairs don't make: where three values meet, and both ends of each peer with an old and a new environment. */
function chosenRows(): Row[] {
  const common = { modules: 'import', bundler: 'no bundler' } as const
  const old = { ...common, manager: 'npm', typescript: 'TypeScript 5', runtime: 'Node.js 20' } as const
  const current = { ...common, manager: 'pnpm', typescript: 'TypeScript 7', runtime: 'Node.js 24' } as const
  const peers = valuesOf('peer').slice(1) as Row['peer'][]
  return [
    // Node.js 20 does not find in Yarn's archives what a required module imports.
    { ...old, manager: 'Yarn 4', modules: 'require', peer: 'no peer' },
    ...peers.flatMap((peer): Row[] => [
      { ...old, peer, ...(peer === 'MSW 3' && { runtime: 'Node.js 22' }) },
      { ...current, peer },
    ]),
  ]
}

export const rows: readonly Row[] = [...pairwise(), ...chosenRows()]
