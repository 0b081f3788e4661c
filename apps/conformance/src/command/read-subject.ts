/** Reads from the options what is to be checked: every fault in them is a sentence. */
import { InputError } from '../document/input-error.ts'
import { own } from '#own'
import { X509Certificate } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { Subject } from '../subject.ts'
import { explainFile } from '../checked-file.ts'
import { type Known, knownIn, readWorldFile, type WorldFile } from '../world-file.ts'
import { readFields, refuseShared } from './read-fields.ts'
import type { Context } from './context.ts'

/** The options of a check, as commander hands them over. */
export interface CheckOptions {
  readonly token?: string
  readonly tokenFile?: string
  readonly config?: string
  /** A file, or what it holds. */
  readonly world?: string | WorldFile
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly baseline?: string
  readonly writeBaseline?: string
  readonly contract?: string
  readonly profile?: string
  readonly writes?: true
  readonly header?: readonly string[]
  readonly seed: number
  readonly budget: Subject['budget']
  readonly minutes?: number
  readonly timeout?: number
  readonly rate?: number
  readonly cacert?: string
  readonly insecure?: true
  readonly atLeast: number
  readonly own?: true
  readonly wait: number
  readonly only?: 'given'
  readonly checker?: string
  readonly report?: string
  readonly json?: true
}

/** What is known about the service at this address. Rejects with an `InputError`. */
export async function readKnown(
  address: string,
  options: CheckOptions,
  context: Context,
): Promise<Known & Pick<Subject, 'url' | 'fields'>> {
  const url = readUrl(address)
  if (options.contract === undefined) refuseOperation(address, url)
  const { token, tokenFile, world } = options
  if ([token, tokenFile, world].filter((one) => one !== undefined).length > 1) {
    throw new InputError(
      'Give only one of --token, --token-file and --world: a world file already has the tokens in it.',
    )
  }
  const fields = await readFields(options.header)
  const every = fields.length === 0 ? {} : { fields }
  if (world !== undefined) {
    const known =
      typeof world === 'string' ? await readWorldFile(world) : knownIn(world, 'of the configuration')
    refuseShared(known, fields)
    return { url, ...known, ...every }
  }
  const given = await readGivenToken(options, context)
  return { url, callers: given === undefined ? [] : [{ token: given }], refused: [], ...every }
}

async function readGivenToken(
  { token, tokenFile }: CheckOptions,
  context: Context,
): Promise<string | undefined> {
  if (tokenFile !== undefined) {
    const where = tokenFile === '-' ? 'Standard input' : tokenFile
    return checkToken(await readTokenFile(tokenFile, context), where)
  }
  if (token !== undefined) return checkToken(token, '--token')
  const variable = context.env['PLANT_STORE_TOKEN']
  return variable === undefined ? undefined : checkToken(variable, 'PLANT_STORE_TOKEN')
}

/** From a file or, for `-`, from standard input, without blanks and line ends around it: no message repeats it. */
async function readTokenFile(file: string, { stdin, interrupt }: Context): Promise<string> {
  try {
    return (await textOf(addAbortSignal(interrupt, file === '-' ? stdin : createReadStream(file)))).trim()
  } catch (fault) {
    throw new InputError(`The token can't be read: ${explainFile(file, fault)}`)
  }
}

/** How the service is to be checked, may be asked, and is trusted. Throws an `InputError`. */
export function readWanted({
  atLeast,
  budget,
  minutes,
  only,
  seed,
  timeout,
  rate,
  cacert,
  insecure,
}: CheckOptions): Omit<Subject, keyof Known | 'url' | 'fields'> {
  if (cacert !== undefined) checkCertificates(cacert)
  return {
    budget,
    only: only ?? 'all',
    seed,
    atLeast,
    ...(minutes !== undefined && { timeMs: minutes * 60_000 }),
    ...(timeout !== undefined && { patienceMs: timeout * 1000 }),
    ...(rate !== undefined && { rate }),
    ...(cacert !== undefined && { cacert: resolve(cacert) }),
    ...(insecure !== undefined && { isInsecure: insecure }),
  }
}

function checkCertificates(file: string): void {
  try {
    void new X509Certificate(readFileSync(file))
  } catch (fault) {
    const isFile = fault instanceof Error && 'syscall' in fault
    throw new InputError(
      `--cacert: ${isFile ? explainFile(file, fault) : `${file} holds no certificate in PEM.`}`,
    )
  }
}

function readUrl(address: string): string {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InputError(
      `${JSON.stringify(address)} is neither a command nor the address of a service, such as http://127.0.0.1:8080.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new InputError(
      'The address has a user or a password in it: give the token with --token-file, --world or PLANT_STORE_TOKEN.',
    )
  }
  const root = `${url.origin}${url.pathname.replace(/\/$/, '')}`
  if (url.search !== '' || url.hash !== '') {
    throw new InputError(
      `The address of a service has no query: give ${root}, not ${JSON.stringify(address)}.`,
    )
  }
  return root
}

/** The path of an operation of our own contract, where the root of the service belongs. Throws an `InputError`. */
function refuseOperation(address: string, root: string): void {
  const { pathname } = new URL(address)
  if (own?.paths.some((path) => pathname.endsWith(path)) === true) {
    throw new InputError(
      `The address is the root of the service, without the path of an operation: give ${root.slice(0, root.lastIndexOf('/'))}.`,
    )
  }
}

/** An empty variable is a secret that did not arrive: a check without it would prove little, and yet look good. */
function checkToken(token: string, name: string): string {
  if (token === '') throw new InputError(`${name} is empty. Give a token, or leave it out.`)
  if (!/^[A-Za-z0-9._~+/-]{1,16000}=*$/.test(token)) {
    throw new InputError(
      `${name} is not a bearer token: it may contain letters, digits and . _ ~ + / -, and end in =, at most 16000 of them.`,
    )
  }
  return token
}
