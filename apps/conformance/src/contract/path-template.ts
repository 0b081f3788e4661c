/** Paths as OpenAPI 3.1.0 writes them (4.8.8.2): where a part is in curly brackets, anything may stand. */

/** Whether the path is a template: no document tells with which values there is something to be had. */
export const isTemplate = (path: string): boolean => path.includes('{')

/** Whether the template stands for this path. */
export function fitsTemplate(template: string, path: string): boolean {
  const parts = template.split('/')
  const given = path.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, at) => (isTemplate(part) ? given[at] !== '' : part === given[at]))
  )
}
