/* The page can be read without this script, which keeps the curl lines up to date, sends requests and shows answers. */

/** At most about this many bytes of a response are shown: a list may have millions of plants. */
const maxShown = 128 * 1024

const serviceUrl = findService()
for (const code of document.querySelectorAll('code.service')) code.textContent = serviceUrl
for (const form of document.querySelectorAll('form')) initForm(form)
for (const button of document.querySelectorAll('button')) initCopy(button)
markInView()

/**
 * A service that listens on every address of its machine is called at the address that the page came from.
 * @returns {string} an address without a trailing slash
 */
function findService() {
  const given = new URL(document.body.dataset['service'] ?? '')
  if (['0.0.0.0', '[::]'].includes(given.hostname)) given.hostname = location.hostname
  return given.origin
}

/**
 * Makes a form send what it says, and its lines follow it.
 * @param {HTMLFormElement} form of one operation
 */
function initForm(form) {
  const send = part(form, '.send')
  /** @type {AbortController | undefined} */
  let underWay

  const writeLines = () => {
    showCode(part(form, '.curl'), curlLine(form))
    showCode(part(form, '.client'), clientLine(form))
    for (const copy of form.querySelectorAll('.copy')) copy.textContent = 'Copy'
  }
  form.addEventListener('input', writeLines)
  writeLines()

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (underWay !== undefined) {
      underWay.abort()
      return
    }
    underWay = new AbortController()
    send.textContent = 'Stop'
    void ask(form, underWay.signal).finally(() => {
      underWay = undefined
      send.textContent = 'Send'
    })
  })
  send.removeAttribute('disabled')
  part(form, '.without-script').hidden = true
}

/**
 * Sends the request of a form and shows what comes back. Never rejects.
 * @param {HTMLFormElement} form of one operation
 * @param {AbortSignal} signal stops it
 */
async function ask(form, signal) {
  const got = part(form, '.got')
  // Copying may have added white space.
  const token = inputs(form, '.token')[0]?.value.trim() ?? ''
  got.hidden = true
  showOutcome(form, 'Waiting for the response …')
  const began = performance.now()
  try {
    const answer = await fetch(`docs/try${targetOf(form)}`, {
      method: form.dataset['method'] ?? 'GET',
      headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal,
    })
    const { text, isWhole } = await readBeginning(answer)
    const tookMs = Math.round(performance.now() - began)
    showOutcome(form, `, ${describe(text, isWhole)}, ${tookMs} ms`, answer)
    part(form, '.headers').replaceChildren(...[...answer.headers].flatMap((header) => toRow(header)))
    showCode(part(form, '.body'), escapeHidden(isWhole ? inLines(text) : `${text}\n…`))
    got.hidden = false
  } catch (error) {
    showOutcome(form, explain(error, signal))
  }
}

/**
 * Shows what became of a request; the status of a response is a link to what the contract says about it.
 * @param {HTMLFormElement} form of one operation
 * @param {string} text after the status
 * @param {Response} [answer] if there is one
 */
function showOutcome(form, text, answer) {
  const outcome = part(form, '.outcome')
  outcome.replaceChildren(...(answer === undefined ? [] : [statusOf(form, answer)]), text)
}

/**
 * The status of a response, as a link if the contract says something about it.
 * @param {HTMLFormElement} form of one operation
 * @param {Response} answer to its request
 * @returns {HTMLElement} a link, or bold text
 */
function statusOf(form, answer) {
  const section = document.querySelector(`#${CSS.escape(`${form.dataset['operation']}-${answer.status}`)}`)
  const status = document.createElement(section === null ? 'b' : 'a')
  status.className = answer.ok ? 'good' : 'bad'
  status.textContent = `${answer.status} ${answer.statusText}`
  if (section instanceof HTMLDetailsElement && status instanceof HTMLAnchorElement) {
    status.href = `#${section.id}`
    status.addEventListener('click', () => (section.open = true))
  }
  return status
}

/**
 * Why there is no response to show.
 * @param {unknown} error what fetch threw
 * @param {AbortSignal} signal of the request
 * @returns {string} a sentence
 */
function explain(error, signal) {
  if (signal.aborted) return 'Stopped.'
  const reason = error instanceof Error ? error.message : String(error)
  return /ISO-8859-1|ByteString|header/i.test(reason)
    ? 'The token has a character that no header may hold.'
    : `No response, or only a part of one came (${reason}). Is the service running?`
}

/**
 * The first `maxShown` bytes of a body, or a little more. The rest is not fetched.
 * @param {Response} answer whose body has not been read
 * @returns {Promise<{ text: string, isWhole: boolean }>} rejects if the body breaks off
 */
async function readBeginning({ body }) {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let [text, bytes] = ['', 0]
  for (;;) {
    const piece = await reader?.read()
    if (piece?.value === undefined) return { text: text + decoder.decode(), isWhole: true }
    text += decoder.decode(piece.value, { stream: true })
    bytes += piece.value.length
    if (bytes > maxShown) {
      await reader?.cancel()
      return { text, isWhole: false }
    }
  }
}

/**
 * How much of a body was received.
 * @param {string} text of the body
 * @param {boolean} isWhole false if the text is only its beginning
 * @returns {string} such as `3 items, 105 bytes`
 */
function describe(text, isWhole) {
  if (!isWhole) return `the first ${Math.round(text.length / 1024)} KB; the curl line gets the rest`
  const value = parse(text)
  const items = Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'item' : 'items'}, ` : ''
  return `${items}${new TextEncoder().encode(text).length} bytes`
}

/**
 * Parses JSON.
 * @param {string} text JSON or not
 * @returns {unknown} undefined if the text is not JSON
 */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * JSON with a line for each item of a list, and for each member of an object.
 * @param {string} text JSON or not
 * @returns {string} the text unchanged if it is not JSON
 */
function inLines(text) {
  const value = parse(text)
  if (value === undefined) return text
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value, undefined, 2)
  return `[\n${value.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n]`
}

/**
 * Characters that change the writing direction or are invisible would make a response look like another one.
 * @param {string} text JSON, say
 * @returns {string} the same JSON
 */
function escapeHidden(text) {
  const units = /** @type {const} */ ([0, 1])
  return text.replaceAll(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    units
      .slice(0, character.length)
      // oxlint-disable-next-line unicorn/prefer-code-point -- JSON escapes UTF-16 units
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/**
 * A header field as an entry of a list.
 * @param {[name: string, value: string]} header as fetch has it
 * @returns {HTMLElement[]} term and text
 */
function toRow([name, value]) {
  const [term, text] = [document.createElement('dt'), document.createElement('dd')]
  return [Object.assign(term, { textContent: name }), Object.assign(text, { textContent: value })]
}

/**
 * What a form asks for.
 * @param {HTMLFormElement} form of one operation
 * @returns {string} path and query; an empty parameter is left out
 */
function targetOf(form) {
  let path = form.dataset['path'] ?? ''
  const query = []
  for (const input of inputs(form, '.parameter')) {
    const { name = '', in: place } = input.dataset
    // The value stands between single quotes in the curl line.
    const value = encodeURIComponent(input.value).replaceAll("'", '%27')
    if (place === 'path') path = path.replace(`{${name}}`, () => value)
    else if (value !== '') query.push(`${encodeURIComponent(name)}=${value}`)
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/**
 * The token itself is not written: it would end up in screenshots of the page, and in the history of a shell.
 * @param {HTMLFormElement} form of one operation
 * @returns {string} a line for a shell
 */
function curlLine(form) {
  const verb = form.dataset['method'] === 'GET' ? '' : ` -X ${form.dataset['method']}`
  const token = form.querySelector('.token') === null ? '' : ' -H "Authorization: Bearer $TOKEN" \\\n '
  return `curl${verb}${token} '${serviceUrl}${targetOf(form)}'`
}

/**
 * A call of the project's own client that asks for the same.
 * @param {HTMLFormElement} form of one operation
 * @returns {string} a module
 */
function clientLine(form) {
  const name = form.dataset['operation'] ?? ''
  const token = form.querySelector('.token') === null ? [] : ['token: process.env.TOKEN']
  const options = [`baseUrl: '${serviceUrl}'`, ...token]
  for (const { value, dataset } of inputs(form, '.parameter')) {
    if (value !== '')
      options.push(`${dataset['name']}: ${/^\d+$/.test(value) ? value : JSON.stringify(value)}`)
  }
  return `import { ${name} } from '@plant-store/client'\nawait ${name}({ ${options.join(', ')} })`
}

/**
 * Shows code as the server writes it: each line is a part of its own, so that what does not fit goes on further right.
 * @param {HTMLElement} code where to show it
 * @param {string} text of the code
 */
function showCode(code, text) {
  code.replaceChildren(
    ...text
      .split(/(?<=\n)/)
      .map((line) => Object.assign(document.createElement('span'), { textContent: line })),
  )
}

/** Marks the link to the section in view, the last one that began above the middle of the window. */
function markInView() {
  const links = [...document.querySelectorAll('nav a')].filter((link) => link instanceof HTMLAnchorElement)
  const mark = () => {
    const above = links.filter(
      ({ hash }) => (document.querySelector(hash)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 2,
    )
    for (const link of links) link.toggleAttribute('aria-current', link === above.at(-1))
  }
  document.addEventListener('scroll', mark, { passive: true })
  mark()
}

/**
 * Makes a button copy the code below it.
 * @param {HTMLButtonElement} button in the figure with the code
 */
function initCopy(button) {
  const code = button.parentElement?.querySelector('figure > .copy ~ pre > code')
  if (!(code instanceof HTMLElement)) return
  button.addEventListener('click', () => {
    void copyText(code).then((word) => (button.textContent = word))
  })
  button.hidden = false
}

/**
 * Copies a line. If the page may not write to the clipboard, the line is selected, ready to be copied by hand.
 * @param {HTMLElement} line its text is copied
 * @returns {Promise<string>} the new text of the button
 */
async function copyText(line) {
  try {
    await navigator.clipboard.writeText(line.textContent ?? '')
    return 'Copied'
  } catch {
    getSelection()?.selectAllChildren(line)
    return 'Selected'
  }
}

/**
 * A part of a form.
 * @param {HTMLFormElement} form of one operation
 * @param {string} selector of a part that every form has
 * @returns {HTMLElement} the first
 */
function part(form, selector) {
  const found = form.querySelector(selector)
  if (found instanceof HTMLElement) return found
  throw new Error(`the form has no ${selector}`)
}

/**
 * Fields of a form.
 * @param {HTMLFormElement} form of one operation
 * @param {string} selector of them
 * @returns {HTMLInputElement[]} in their order
 */
function inputs(form, selector) {
  return [...form.querySelectorAll(selector)].filter((element) => element instanceof HTMLInputElement)
}
