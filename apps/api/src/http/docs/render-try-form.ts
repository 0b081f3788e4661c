/** The form that sends a request, and the lines that do the same; the page's script brings them to life. */
import { html, type Html, renderCode } from './html.ts'
import type { Parameter, PlacedOperation } from './open-api.ts'

/**
 * `serviceUrl` is where the service listens, and the address in the curl line. Path parameters, query parameters and
 * the token have a field each; a body and other header fields are not sent.
 */
export function renderTryForm(placed: PlacedOperation, serviceUrl: string): Html {
  const { method, path, id, title, parameters, takesToken } = placed
  const fields = parameters
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => parameterField(id, parameter))
  return html`<form
    class="try"
    id="${id}-try"
    aria-label="Try: ${title}"
    data-operation="${id}"
    data-method="${method.toUpperCase()}"
    data-path="${path}"
    novalidate
  >
    <h3>Try it</h3>
    <p class="hint without-script">Sending needs JavaScript. The curl line does the same.</p>
    ${takesToken ? tokenField(id) : undefined} ${fields}
    ${renderCode('curl', curlLine(placed, serviceUrl), 'curl')}
    ${renderCode('The client of this project', clientLine(placed, serviceUrl), 'client')}
    <p class="actions">
      <button class="send" disabled>Send</button> <span class="outcome" role="status"></span>
    </p>
    <div class="got" hidden>
      ${renderCode('The body of the response', '', 'body')}
      <dl class="headers"></dl>
    </div>
  </form>`
}

function tokenField(id: string): Html {
  return html`<p class="field">
    <label for="${id}-token">Token</label>
    <input
      id="${id}-token"
      class="token"
      type="password"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-describedby="${id}-token-hint"
    />
    <span class="hint" id="${id}-token-hint">Sent with these requests alone, kept nowhere.</span>
  </p>`
}

function parameterField(id: string, { name, in: place, required, schema = {} }: Parameter): Html {
  const isNumber = schema['type'] === 'integer'
  return html`<p class="field">
    <label for="${id}-${name}"><code>${name}</code>${required === true ? '' : ', optional'}</label>
    <input
      id="${id}-${name}"
      class="parameter"
      data-name="${name}"
      data-in="${place}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ${isNumber ? html`inputmode="numeric"` : undefined}
    />
  </p>`
}

/** As the script writes it for a form that is not filled in. */
function curlLine({ method, path, takesToken }: PlacedOperation, serviceUrl: string): string {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`
  return `curl${verb}${takesToken ? ' -H "Authorization: Bearer $TOKEN" \\\n ' : ''} '${serviceUrl}${path}'`
}

/** The client has a function for each operation, named after it; `serviceUrl` and the token are its options. */
function clientLine({ id, takesToken }: PlacedOperation, serviceUrl: string): string {
  const token = takesToken ? ', token: process.env.TOKEN' : ''
  return `import { ${id} } from '@plant-store/client'\nawait ${id}({ baseUrl: '${serviceUrl}'${token} })`
}
