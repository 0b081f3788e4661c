/* Everything on the page works without this: it adds the filter, the copy buttons, and opens failures for print. */

const filter = document.querySelector('input')
const matches = document.querySelector('output')
const rules = Array.from(document.querySelectorAll('.rule'), (rule) => ({
  rule,
  text: [rule, ...rule.querySelectorAll('summary, .small')]
    .map((part) => (part === rule ? rule.className : part.textContent))
    .join(' ')
    .toLowerCase(),
}))

if (filter !== null && matches !== null) {
  filter.closest('p')?.removeAttribute('hidden')
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/)
    const found = rules.filter(({ text }) => words.every((word) => text.includes(word)))
    const shown = new Set(found.map(({ rule }) => rule))
    for (const { rule } of rules) rule.toggleAttribute('hidden', !shown.has(rule))
    matches.value = `${shown.size} of ${rules.length} sentences`
  })
}

for (const button of document.querySelectorAll('button')) {
  const line = button.parentElement?.querySelector('pre')
  button.hidden = false
  button.addEventListener('click', () => {
    if (line) void copy(line).then((word) => (button.textContent = word))
  })
}

/**
 * If the page may not write to the clipboard, the line is selected, ready to be copied by hand.
 * @param {HTMLElement} line its text is copied
 * @returns {Promise<string>} what the button says afterwards
 */
async function copy(line) {
  try {
    await navigator.clipboard.writeText(line.textContent)
    return 'Copied'
  } catch {
    getSelection()?.selectAllChildren(line)
    return 'Selected'
  }
}

addEventListener('beforeprint', () => {
  for (const failure of document.querySelectorAll('.failure')) failure.setAttribute('open', '')
})
