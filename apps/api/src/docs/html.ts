/** HTML written as template strings in which every value is escaped unless it is HTML itself. */

/** A piece of HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template: the items of a list are written one after the other, `undefined` is written as nothing. */
export type Part = Html | string | number | undefined | readonly Part[]

/** The template with its values filled in. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + write(parts[index])).join(''))
}

/** For text between tags and in attributes with quotes around them. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

function write(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map((one) => write(one)).join('')
}
