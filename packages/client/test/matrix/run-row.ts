/** One row of the matrix: a consumer's project, installed from the tarballs, type-checked, bundled and run. */
import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patienceMs } from '@plant-store/testkit'
import { programs } from './programs.ts'
import { type Axis, axisNames, type Row, valueOf } from './rows.ts'

const run = promisify(execFile)
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** What all rows share. */
export interface Bench {
  /** A directory for the projects. */
  readonly path: string
  /** The files of the packages, by name. */
  readonly tarballs: Readonly<Record<string, string>>
  /** A directory with the tools of the row in its `node_modules`. */
  readonly tools: string
  /** A running service, a user's token, and the text that a row's program prints with them. */
  readonly baseUrl: string
  readonly token: string
  readonly due: string
}

const compilers: Readonly<Record<string, string>> = {
  'TypeScript 5': here('../../node_modules/typescript-5'),
  'TypeScript 6': here('../../node_modules/typescript-6'),
  'TypeScript 7': here('../../../../node_modules/typescript'),
}

const manifestIn = async (path: string): Promise<{ version: string }> =>
  JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as { version: string }

/** The exact version of a value; empty for npm, which comes with Node.js, and for what has none. */
export async function versionOf(axis: Axis, name: string): Promise<string> {
  if (axis === 'typescript') return (await manifestIn(compilers[name] ?? '')).version
  if (name === 'Node.js 24') return process.versions.node
  const { tools, beside = tools ?? {} } = valueOf(axis, name)
  return (Object.values(beside)[0] ?? '').replace(/.*@/, '')
}

/** Of this process, without what pnpm tells the programs that it starts; caches are as new as the tools. */
export function environment(tools: string, own: object = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:p?npm_|ci$)/i.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    YARN_CACHE_FOLDER: join(tools, 'yarn'),
    YARN_GLOBAL_FOLDER: join(tools, 'yarn'),
    // None of the tools tells anybody that it runs.
    YARN_ENABLE_TELEMETRY: '0',
    DENO_NO_UPDATE_CHECK: '1',
    DO_NOT_TRACK: '1',
    BUN_INSTALL_CACHE_DIR: join(tools, 'bun'),
    ...own,
  }
}

/** Resolves in the end of a row that passes; rejects with an error that names the step, and says how it failed. */
export async function runRow(row: Row, project: string, bench: Bench): Promise<void> {
  const env = environment(bench.tools, valueOf('manager', row.manager).env)
  const tool = (path: string): string[] => {
    if (path === 'npm') return [path]
    const file = join(bench.tools, 'node_modules', path)
    return path.endsWith('js') ? [process.execPath, file] : [file]
  }
  const step = async (name: string, [program = '', ...args]: readonly string[]): Promise<string> => {
    try {
      const options = { cwd: project, env, timeout: 2 * patienceMs, maxBuffer: 2 ** 26 }
      const { stdout, stderr } = await run(program, args, options)
      return stdout + stderr
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
      throw new Error(`${name}: ${(stdout + stderr).trim() || message}`, { cause: error })
    }
  }
  const stepOf = (axis: Axis, ...more: readonly string[]): Promise<string> => {
    const [program, ...args] = valueOf(axis, row[axis]).run ?? []
    return step(axis, [...(program === undefined ? [process.execPath] : tool(program)), ...args, ...more])
  }
  await writeProject(row, project, bench)
  await stepOf('manager')
  // What Plug'n'Play installed is found only by what Yarn starts.
  const yarn = row.manager === 'Yarn 4' ? tool('@yarnpkg/cli-dist/bin/yarn.js').slice(1) : undefined
  const compiler = yarn ? [...yarn, 'tsc'] : [join(compilers[row.typescript] ?? '', 'bin/tsc')]
  await step('typescript', [process.execPath, ...compiler, '-p', 'tsconfig.row.json', '--pretty', 'false'])
  if (row.bundler !== 'no bundler') await stepOf('bundler')
  const said = await (row.runtime === 'workerd'
    ? stepOf('runtime')
    : stepOf('runtime', ...(yarn ? [...yarn, 'node'] : []), 'run.mjs'))
  const due = programs[row.peer]?.due ?? bench.due
  if (!said.includes(due)) throw new Error(`runtime: prints ${said}, not ${due}`)
}

async function writeProject(row: Row, project: string, bench: Bench): Promise<void> {
  await cp(here('../consumer'), project, { recursive: true })
  const isModule = row.modules === 'import'
  const { typescript } = row
  const packages = Object.entries(bench.tarballs).map(([name, file]) => [
    `@plant-store/${name}`,
    `file:${file}`,
  ])
  const manifest = {
    name: 'consumer',
    version: '1.0.0',
    private: true,
    type: isModule ? 'module' : 'commonjs',
    dependencies: {
      ...Object.fromEntries(packages),
      ...valueOf('peer', row.peer).beside,
      // Plug'n'Play finds only what was installed with it.
      ...(row.manager === 'Yarn 4' && { typescript: await versionOf('typescript', typescript) }),
    },
  }
  const compilerOptions = {
    noEmit: false,
    outDir: 'out',
    rootDir: '.',
    // The declarations of other packages are not ours.
    skipLibCheck: row.peer !== 'no peer',
    ...(row.bundler !== 'no bundler' && isModule && { module: 'esnext', moduleResolution: 'bundler' }),
  }
  // The samples of README.md must compile too. The one for the handlers needs a package that a consumer may not have.
  const readme = await readFile(here('../../README.md'), 'utf8')
  const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const own = samples.filter((sample) => isModule && !sample.includes("'msw/node'"))
  const call = `main('${bench.baseUrl}', '${bench.token}').then((said) => console.log(JSON.stringify(said)))`
  const started = row.bundler === 'no bundler' ? 'start' : 'bundle'
  const files: Record<string, string> = {
    'package.json': JSON.stringify(manifest),
    'tsconfig.row.json': JSON.stringify({ extends: './tsconfig.json', compilerOptions }),
    'program.ts': (programs[row.peer] ?? programs[row.modules])?.code ?? '',
    'start.mjs': `import { main } from './out/program.js'\nexport default { test: () => ${call} }\n`,
    'run.mjs': `import program from './${started}.mjs'\nawait program.test()\n`,
    ...Object.fromEntries(own.map((sample, index) => [`sample-${index}.ts`, sample])),
    ...(Object.assign({}, ...axisNames.map((axis) => valueOf(axis, row[axis]).files)) as object),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
}
