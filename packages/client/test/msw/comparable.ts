/** Answers in a form that can be compared. */

/** The response without what differs each time, belongs to the connection, or is left to the server. */
export async function comparable(response: Response): Promise<object> {
  const text = await response.text()
  const fields = [...response.headers].filter(([name]) => !ofTheConnection.has(name))
  const own = fields.map(([name, value]) => [
    name,
    formOf[name]?.test(value) === true ? 'as it should be' : value,
  ])
  const error: unknown = text.startsWith('{')
    ? (JSON.parse(text) as { readonly error: unknown }).error
    : undefined
  return { status: response.status, error, text, fields: Object.fromEntries(own) as object }
}
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])
const formOf: Readonly<Record<string, RegExp>> = {
  date: /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  etag: /^(?:W\/)?"[!#-~]+"$/,
  'x-request-id': /^[\w.:-]{1,64}$/,
}
