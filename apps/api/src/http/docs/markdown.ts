/** The descriptions of the contract, which are CommonMark (OpenAPI 3.1, section 4.6), as HTML. */
import { Marked, Renderer, type Tokens } from 'marked'
import { escapeHtml, Html } from './html.ts'

/** Headings can be linked to, tables scroll on their own, and HTML is shown as plain text. */
class PageRenderer extends Renderer {
  override heading({ depth, tokens, text }: Tokens.Heading): string {
    return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text)
  }

  override table(token: Tokens.Table): string {
    return `<div class="table" role="region" aria-label="Table" tabindex="0">${super.table(token)}</div>`
  }
}

const marked = new Marked().setOptions({ renderer: new PageRenderer() })

/** The text as HTML, or undefined for no text. */
export function markdown(text: string | undefined): Html | undefined {
  if (text === undefined) return undefined
  return new Html(marked.parse(text, { async: false }))
}

/** The text before the first heading of the second level, and the chapters that follow. */
export function splitChapters(text: string): {
  readonly intro: string
  readonly chapters: readonly Chapter[]
} {
  const [intro = '', ...rest] = text.split(/^## +/m)
  const chapters = rest.map((chapter) => {
    const title = chapter.slice(0, chapter.indexOf('\n')).trim()
    return { id: slugOf(title), title, text: `## ${chapter}` }
  })
  return { intro, chapters }
}

/** A part of a description below a heading. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly text: string
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
}
