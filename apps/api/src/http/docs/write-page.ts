/** The documentation page: one document, which needs nothing else, in which to read the contract and try it. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { html, Html } from './html.ts'
import { type Chapter, markdown, splitChapters } from './markdown.ts'
import { createResolve, listOperations, type OpenApi, type PlacedOperation, type Server } from './open-api.ts'
import { renderOperation } from './render-operation.ts'
import { renderNamedSchema } from './render-schema.ts'

/** A page, and its Content-Security-Policy: what a browser may do while it shows the page. */
interface DocsPage {
  readonly text: string
  readonly policy: string
}

const read = (file: string): string => readFileSync(new URL(`browser/${file}`, import.meta.url), 'utf8')

/** A style for HTML without classes: type, colours for light and dark, forms and tables. */
const pico = fileURLToPath(import.meta.resolve('@picocss/pico/css/pico.fluid.classless.min.css'))

/**
 * Writes the page for a document (YAML) and a service that listens at `serviceUrl`. The page has every text and number
 * of the contract; in other documents, members of an operation that are unknown here are shown as they stand. Throws if
 * the document is invalid, or if a reference leads nowhere.
 */
export function writePage(yaml: string, serviceUrl: string): DocsPage {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own tests check the document
  const document = parse(yaml) as OpenApi
  const [style, script] = [`${readFileSync(pico, 'utf8')}\n${read('page.css')}`, read('page.js')]
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${document.info.title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body data-service="${serviceUrl}">
        ${writeBody(document, serviceUrl)} ${new Html(`<script type="module">${script}</script>`)}
      </body>
    </html>`
  return { text: `${page.text}\n`, policy: policyFor(style, script) }
}

function writeBody(document: OpenApi, serviceUrl: string): Html {
  const { info, components = {}, servers = [] } = document
  const resolve = createResolve(document)
  const { intro, chapters } = splitChapters(info.description ?? '')
  const operations = listOperations(document, resolve)
  const schemas = Object.entries(components.schemas ?? {})
  const license = info.license === undefined ? '' : `Licence: ${info.license.name}.`
  return html`<a class="skip" href="#content">Skip to the contract</a>
    ${writeContents(
      operations,
      chapters,
      schemas.map(([name]) => name),
    )}
    <main id="content" tabindex="-1">
      <header>
        <h1>${info.title}</h1>
        <p class="facts">
          Version ${info.version}, OpenAPI ${document.openapi}. ${license} The document:
          <a href="openapi.yaml" download>openapi.yaml</a>
        </p>
        <div class="intro">${markdown(intro)}</div>
      </header>
      ${operations.map((operation) => renderOperation(operation, serviceUrl, resolve))}
      <section id="authentication">
        <h2>Authentication</h2>
        ${writeSchemes(document)}
      </section>
      <section id="servers">
        <h2>Servers</h2>
        <p>This service listens at <code class="service">${serviceUrl}</code>.</p>
        ${servers.map((server) => writeServer(server))}
      </section>
      ${chapters.map(({ text }) => html`<section>${markdown(text)}</section>`)}
      <section id="schemas">
        <h2>Schemas</h2>
        ${schemas.map(([name, schema]) => renderNamedSchema(name, schema))}
      </section>
    </main>`
}

const link = (id: string, title: string): Html => html`<li><a href="#${id}">${title}</a></li>`

function writeContents(
  operations: readonly PlacedOperation[],
  chapters: readonly Chapter[],
  schemas: readonly string[],
): Html {
  return html`<nav aria-label="Contents">
    <ul>
      ${operations.map(({ id, title }) => link(id, title))} ${link('authentication', 'Authentication')}
      ${link('servers', 'Servers')} ${chapters.map(({ id, title }) => link(id, title))}
      ${link('schemas', 'Schemas')}
      ${schemas.map(
        (name) =>
          html`<li class="inner">
            <a href="#schema-${name}"><code>${name}</code></a>
          </li>`,
      )}
    </ul>
  </nav>`
}

function writeSchemes({ components }: OpenApi): readonly Html[] {
  return Object.entries(components?.securitySchemes ?? {}).map(
    ([name, { type, scheme, description }]) =>
      html`<h3><code>${name}</code> <span class="type">${type} ${scheme}</span></h3>
        ${markdown(description)}`,
  )
}

function writeServer({ url, description, variables = {} }: Server): Html {
  const fields = Object.entries(variables).map(
    ([name, variable]) =>
      html`<dt>
          <code>${name}</code> <span class="type">default <code>${variable.default}</code></span>
        </dt>
        <dd>${markdown(variable.description)}</dd>`,
  )
  return html`<p><code>${url}</code>: ${description}</p>
    ${fields.length > 0 ? html`<dl class="fields">${fields}</dl>` : undefined}`
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Lets the browser run this script, use this style and call the page's own origin, and nothing else. */
function policyFor(style: string, script: string): string {
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
