/** HTML written as template strings in which every value is escaped unless it is HTML itself. */

/** A piece of HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template: the items of a list are written one after the other, `undefined` is written as nothing. */
type Part = Html | string | number | undefined | readonly Part[]

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

/**
 * Code with a title and a button that copies it, once the page's script runs. `kind` is what the script knows the code
 * by. A line too long for the page goes on further right.
 */
export function renderCode(title: string | undefined, text: string, kind = 'json'): Html {
  const lines = text.split(/(?<=\n)/).map((line) => html`<span>${line}</span>`)
  return html`<figure>
    <figcaption>${title}</figcaption>
    <button type="button" class="copy" aria-label="Copy: ${title}" hidden>Copy</button>
    <pre tabindex="0" aria-label="${title}"><code class="${kind}">${lines}</code></pre>
  </figure>`
}

/** A list with a line for each item, an object with a line for each member, just as the page's script shows responses. */
export function renderJson(title: string | undefined, value: unknown): Html {
  const isList = Array.isArray(value) && value.length > 0
  const items = isList ? value.map((item) => `  ${JSON.stringify(item)}`).join(',\n') : ''
  return renderCode(title, isList ? `[\n${items}\n]` : JSON.stringify(value, undefined, 2))
}
