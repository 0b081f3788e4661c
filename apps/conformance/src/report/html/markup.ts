/** HTML written as template strings in which every value is escaped unless it is HTML itself. */
import { escapeXml } from '../escape-xml.ts'

/** A piece of HTML. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template: lists are written one after the other, `undefined` is nothing. */
export type Part = Markup | string | number | undefined | readonly Part[]

/** The template with its values in it. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => text + write(parts[index])).join(''))
}

function write(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeXml(String(part))
  return part.map((one) => write(one)).join('')
}
