/** Code with a title and a button that copies it; the page's script brings the button to life. */
import { html, type Html } from './html.ts'

/** `kind` is what the script knows the code by. A line too long for the page goes on further right. */
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
