/** Renders JSON Schemas for readers: what a value is, and every keyword that narrows it down. */
import { html, type Html } from './html.ts'
import { markdown } from './markdown.ts'
import type { Field, Schema } from './open-api.ts'

/** A named value with its type and text, as an entry of a list: a member of an object, a parameter, a header. */
export function renderField(name: string, { description, required, schema = {} }: Field, place = ''): Html {
  const mark = required === true ? html`<span class="required">required</span>` : undefined
  return html`<dt><code>${name}</code> <span class="type">${place} ${typeOf(schema)}</span> ${mark}</dt>
    <dd>${markdown(description)} ${renderDetails(schema)}</dd>`
}

/** A schema under its own name, such as those of `#/components/schemas`. */
export function renderNamedSchema(name: string, schema: Schema): Html {
  return html`<section class="schema" id="${schemaId(name)}">
    <h3><code>${name}</code> <span class="type">${typeOf(schema)}</span></h3>
    ${renderDetails(schema)}
  </section>`
}

/** What a value is, in a few words; a schema with a name becomes a link to that schema. */
export function typeOf(schema: Schema): Html {
  const { $ref, type, items, format } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return html`<a href="#${schemaId(name)}">${name}</a>`
  }
  if (type === 'array' && isSchema(items)) return html`array of ${typeOf(items)}`
  const types = Array.isArray(type) ? type.join(' or ') : type
  const words = [types, format].filter((word) => typeof word === 'string')
  return html`${words.join(', ') || 'any value'}`
}

/** Keywords that are shown in a way of their own, or by `typeOf`. */
const shown = new Set([
  '$ref',
  'type',
  'format',
  'description',
  'properties',
  'required',
  'items',
  'examples',
])

/** What the type does not say: text, every other keyword, members, items. */
export function renderDetails(schema: Schema): Html {
  const { description, properties, required, items, examples } = schema
  const narrowing = Object.entries(schema).filter(([keyword]) => !shown.has(keyword))
  const facts = narrowing.map(([keyword, value]) => html`<li>${keyword} <code>${asText(value)}</code></li>`)
  const values = Array.isArray(examples) ? examples.map((value) => html`<code>${asText(value)}</code> `) : []
  const isLink = '$ref' in schema
  return html`${isLink ? undefined : markdown(typeof description === 'string' ? description : undefined)}
  ${values.length > 0 ? html`<p class="facts">for example ${values}</p>` : undefined}
  ${
    facts.length > 0
      ? html`<ul class="facts">
          ${facts}
        </ul>`
      : undefined
  }
  ${isSchema(properties) ? html`<dl class="fields">${renderMembers(properties, required)}</dl>` : undefined}
  ${isSchema(items) && !('$ref' in items) ? renderDetails(items) : undefined}`
}

function renderMembers(properties: Schema, required: unknown): readonly Html[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(properties).map(([name, schema]) =>
    renderField(name, { required: names.includes(name), schema: isSchema(schema) ? schema : {} }),
  )
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const schemaId = (name: string): string => `schema-${name}`
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
