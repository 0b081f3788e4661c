/** Writes bytes as words of a shell (bash), with tokens as variables. */
import type { Piece } from './secrets.ts'

/** Repetitions of the same few characters, which are written as a count. */
const repetition = /([ !#%&(-[\]-_a-~]{1,8}?)\1{40,}/
/** What must be escaped in a single-quoted `printf` format. */
const escaped = /[^ -&(-[\]-~]|%/
const everyEscaped = new RegExp(escaped, 'g')
const inFormat = new RegExp(`${repetition.source}|${escaped.source}`, 'g')
const inDoubleQuotes = new RegExp(`${repetition.source}|${/[\\"$`!]/.source}`, 'g')

/** One word that expands to the text; its plain pieces must be printable ASCII. */
export function shellWord(pieces: readonly Piece[]): string {
  const isPlain = pieces.every((piece) => 'plain' in piece && piece.plain.length < 200)
  if (isPlain) {
    const text = pieces.map((piece) => ('plain' in piece ? piece.plain : '')).join('')
    return /^[\w./:=@%+,-]+$/.test(text) ? text : singleQuoted(text)
  }
  return `"${pieces.map((piece) => ('plain' in piece ? doubleQuoted(piece.plain) : piece.shell)).join('')}"`
}

/** A `printf` command that writes the bytes. */
export function printfCommand(pieces: readonly Piece[]): string {
  const words: string[] = []
  const format = pieces.map((piece) => {
    if ('shell' in piece) {
      words.push(`"${piece.shell}"`)
      return '%s'
    }
    return toFormat(piece.plain, words)
  })
  return ['printf', `'${format.join('')}'`, ...words].join(' ')
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function doubleQuoted(text: string): string {
  return text.replaceAll(inDoubleQuotes, (found: string, unit?: string) => {
    if (unit !== undefined) return repeat(unit, found)
    // Between double quotes, an interactive shell takes `!` for a history reference.
    return found === '!' ? `"'!'"` : `\\${found}`
  })
}

const repeat = (unit: string, { length }: string): string =>
  `$(printf -- '${unit.replaceAll('%', '%%')}%.0s' {1..${length / unit.length}})`

/** From this many equal or consecutively numbered lines on, the shell generates them. */
const leastLines = 10

interface Run {
  readonly before: string
  /** The command that generates the lines, except for the last line feed: the shell strips it. */
  readonly command: string
  readonly behind: string
}

/** Finds the first such lines. */
function findRun(text: string): Run | undefined {
  const lines = text.split('\r\n')
  for (const from of lines.keys()) {
    const [, before = '', number = '', behind = ''] = /^(\D*)(\d+)(.*)$/s.exec(lines[from] ?? '') ?? []
    const isNumbered = lines[from] !== lines[from + 1]
    const lineAt = (at: number): string =>
      isNumbered ? `${before}${Number(number) + at}${behind}` : (lines[from] ?? '')
    let count = 0
    while (from + count < lines.length - 1 && lines[from + count] === lineAt(count)) count += 1
    if (count >= leastLines) {
      const [format, numbers] = isNumbered
        ? [`${escapeAll(before)}%s${escapeAll(behind)}`, `{${number}..${Number(number) + count - 1}}`]
        : [`${escapeAll(lineAt(0))}%.0s`, `{1..${count}}`]
      return {
        before: lines.slice(0, from).concat('').join('\r\n'),
        command: String.raw`printf -- '${format}\r\n' ${numbers}`,
        behind: lines.slice(from + count).join('\r\n'),
      }
    }
  }
  return undefined
}

const escapeAll = (text: string): string =>
  text.replaceAll(everyEscaped, (character) => escapeByte(character))

/** The `printf` format for bytes; long repetitions become separate words. */
function toFormat(text: string, words: string[]): string {
  const run = findRun(text)
  if (run !== undefined) {
    const begin = toFormat(run.before, words)
    words.push(`"$(${run.command})"`)
    return `${begin}%s${escapeByte('\n')}${toFormat(run.behind, words)}`
  }
  return text.replaceAll(inFormat, (found: string, unit?: string) => {
    if (unit === undefined) return escapeByte(found)
    words.push(`"${repeat(unit, found)}"`)
    return '%s'
  })
}

const named: Readonly<Record<string, string>> = { '%': '%%', '\r': String.raw`\r`, '\n': String.raw`\n` }

function escapeByte(character: string): string {
  return named[character] ?? `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`
}
