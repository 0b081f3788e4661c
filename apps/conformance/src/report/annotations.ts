/** Annotations that GitHub shows at lines of the contract. */
import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { Verdict } from '../run/verdict.ts'
import { linesOfFinding, showText } from './show-exchange.ts'

/** A workflow command for each failure, or why nothing could be checked. Files are named from `root`, the repository. */
export function annotations(verdict: Verdict, root: string, cwd = process.cwd()): string {
  const commands = verdict.failures.map(({ headline, findings, file, line, place }) => {
    const path = pathIn(root, cwd, file)
    const at = path === undefined ? {} : { file: path, line: String(line) }
    const first = findings.slice(0, 1).flatMap((one) => linesOfFinding(one))
    return error({ ...at, title: headline }, [...(path === undefined ? [place] : []), ...first].join('\n'))
  })
  return verdict.outcome === 'inconclusive'
    ? error({ title: 'Conformance could not be checked' }, verdict.summary)
    : commands.join('')
}

/** Our own document is named from the root of its repository; in a package it is nobody's. */
function pathIn(root: string, cwd: string, file: string): string | undefined {
  const found = [cwd, root].map((place) => resolve(place, file)).find((one) => existsSync(one))
  const path = relative(root, found ?? '/')
  const isOutside = isAbsolute(path) || /^\.\.|(?:^|[/\\])node_modules[/\\]/.test(path)
  return found === undefined || isOutside ? undefined : path.replaceAll('\\', '/')
}

function error(properties: Readonly<Record<string, string>>, text: string): string {
  const where = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(showText(value))}`,
  )
  return `::error ${where.join(',')}::${escapeData(showText(text, 'lines'))}\n`
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
