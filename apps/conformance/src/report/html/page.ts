/** A page that needs nothing else: no network, no fonts, no scripts but its own few lines. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { contractVersion } from '@plant-store/contracts'
import { html, Markup, type Part } from '../markup.ts'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

/** A whole page: its title, its header, and the rest. */
export interface Page {
  readonly title: string
  readonly header: Markup
  readonly content: Part
}

/** The text of the page. */
export function writePage({ title, header, content }: Page): string {
  const style = read('browser/page.css')
  const script = read('browser/page.js')
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; img-src data:; base-uri 'none'; form-action 'none'`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the results</a>
        ${header}
        <main id="content" tabindex="-1">${content}</main>
        <footer>
          Contract version ${contractVersion}. Tokens are shown by name: $TOKEN is the first caller’s.
        </footer>
        ${new Markup(`<script>${script}</script>`)}
      </body>
    </html>`
  return `${page.text}\n`
}

/** Lets the browser use this text and no other. */
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
