/** One question to a service. */

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Why nothing came back. */
export interface Silence {
  readonly silence: string
}

const patienceMs = 5000

/** Never rejects, and follows no redirect: a credential goes where it was sent. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | Silence> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(url, {
      headers: { ...headers, Connection: 'close' },
      redirect: 'manual',
      signal,
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (fault) {
    return { silence: describeSilence(fault) }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  TimeoutError: 'no answer in five seconds',
}

function describeSilence(fault: unknown): string {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? String(cause.code) : cause.name
  return reasons[code] ?? reasons[cause.name] ?? cause.message
}

/** The sentence for nothing at an address. */
export function explainSilence(url: string, silence: string, advice: string): string {
  return `Nothing answers at ${url}: ${silence}. ${advice}`
}
