/** One operation: what it takes, what it answers, and a form that tries it. */
import { STATUS_CODES } from 'node:http'
import { html, type Html, renderJson } from './html.ts'
import { markdown } from './markdown.ts'
import type { Media, Parameter, PlacedOperation, Resolve, ResponseObject } from './open-api.ts'
import { renderDetails, renderField, typeOf } from './render-schema.ts'
import { renderTryForm } from './render-try-form.ts'

/** Members that are rendered in their own way. All other members of an operation are shown as they stand. */
const shown = new Set([
  'operationId',
  'summary',
  'tags',
  'description',
  'parameters',
  'responses',
  'security',
])

/** `serviceUrl` is where the service listens. */
export function renderOperation(placed: PlacedOperation, serviceUrl: string, resolve: Resolve): Html {
  const { method, path, id, title, tags, operation, parameters } = placed
  const { description, responses } = operation
  const rest = Object.entries(operation).filter(([member]) => !shown.has(member))
  return html`<section class="operation" id="${id}">
    <div class="text">
      <p class="kicker">${tags.join(', ')} <code>${id}</code></p>
      <h2>${title}</h2>
      <p class="request"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
      ${markdown(description)}
      ${
        parameters.length > 0
          ? html`<h3>Parameters</h3>
              <dl class="fields">${parameters.map((parameter) => renderParameter(parameter))}</dl>`
          : undefined
      }
      ${
        rest.length > 0
          ? html`<h3>More</h3>
              ${renderJson('Further members', Object.fromEntries(rest))}`
          : undefined
      }
    </div>
    ${renderTryForm(placed, serviceUrl)}
    <div class="text">
      <h3>Responses</h3>
      ${Object.entries(responses).map(([status, response]) => renderResponse(id, status, resolve(response), resolve))}
    </div>
  </section>`
}

function renderParameter(parameter: Parameter): Html {
  return renderField(parameter.name, parameter, `in the ${parameter.in},`)
}

function renderResponse(
  operationId: string,
  status: string,
  response: ResponseObject,
  resolve: Resolve,
): Html {
  const { description, headers = {}, content = {} } = response
  const fields = Object.entries(headers).map(([name, header]) => renderField(name, resolve(header)))
  return html`<details
    class="answer"
    id="${operationId}-${status}"
    ${status === '200' ? html`open` : undefined}
  >
    <summary><b class="${classOf(status)}">${status}</b> ${STATUS_CODES[status]}</summary>
    ${markdown(description)}
    ${Object.entries(content).map(([type, media]) => renderMedia(type, media, resolve))}
    ${
      fields.length > 0
        ? html`<h4>Headers</h4>
            <dl class="fields">${fields}</dl>`
        : undefined
    }
  </details>`
}

function renderMedia(type: string, { schema = {}, examples = {} }: Media, resolve: Resolve): Html {
  const shownExamples = Object.values(examples).map((example) => {
    const { summary, value } = resolve(example)
    return renderJson(summary, value)
  })
  return html`<h4><code>${type}</code>, ${typeOf(schema)}</h4>
    ${renderDetails(schema)} ${shownExamples}`
}

/** `good` for what was asked for, `bad` for refusals and failures. */
function classOf(status: string): string {
  return /^[45]/.test(status) ? 'bad' : 'good'
}
