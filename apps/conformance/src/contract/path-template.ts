/** Paths as OpenAPI 3.1.0 writes them (4.8.8.2): a part with curly brackets stands for any value. */

/** Whether the path is a template: no document says for which values something exists. */
export const isTemplate = (path: string): boolean => path.includes('{')

/** Whether the template matches this path. */
export function fitsTemplate(template: string, path: string): boolean {
  const parts = template.split('/')
  const given = path.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, at) => (isTemplate(part) ? given[at] !== '' : part === given[at]))
  )
}
