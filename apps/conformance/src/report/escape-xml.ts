/** Text in XML and HTML. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for quoted attributes. Characters that XML 1.0 forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
