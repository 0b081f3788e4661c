/** HTML and XML written as template strings in which every value is escaped unless it is markup itself. */

/** A piece of HTML or XML. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What a template may contain: the items of a list are written one after the other, and `undefined` as nothing. */
export type Part = Markup | string | number | undefined | readonly Part[]

/** The template with its values in it. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => text + write(parts[index])).join(''))
}

function write(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return part.map((one) => write(one)).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for quoted attributes. Characters that XML 1.0 forbids become U+FFFD. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
