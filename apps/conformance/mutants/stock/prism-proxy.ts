/** Stock Prism: a proxy before the service that validates what passes through, driven by a fixed set of requests. */
import type { StockResult } from '../run/trial.ts'
import { startPrism } from '../../src/prism/server.ts'

/** Right requests, and wrong ones for which openapi.yaml declares the answer. */
const targets = ['', '0', '1', '3', '100', '2147483647', '-1', '2147483648', 'abc', '1.5', '1&limit=2']

/** Judges only by what Prism's header `sl-violations` says about answers. Resolves whatever the service does. */
export async function runStockPrismProxy(url: string, token: string): Promise<StockResult> {
  const begin = performance.now()
  await using proxy = await startPrism(url)
  const withToken = targets.map((limit) =>
    ask(`${proxy.url}/plants${limit === '' ? '' : `?limit=${limit}`}`, token),
  )
  const others = [undefined, 'no-such-token'].map((credential) => ask(`${proxy.url}/plants`, credential))
  const told = await Promise.all([...withToken, ...others])
  const what = [...new Set(told.flat())]
  return { caught: what.length > 0, durationMs: performance.now() - begin, what }
}

/** The violations of the answer. */
async function ask(target: string, token: string | undefined): Promise<readonly string[]> {
  try {
    const response = await fetch(target, {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5000),
      redirect: 'manual',
    })
    await response.body?.cancel()
    return readViolations(response.headers.get('sl-violations'))
  } catch {
    // No answer, no header.
    return []
  }
}

interface Told {
  readonly location: readonly string[]
  readonly message: string
}

function readViolations(header: string | null): readonly string[] {
  if (header === null) return []
  // Prism cuts off a long header, and says so at its start.
  if (!header.startsWith('[')) return header.includes('"response"') ? ['Too many violations'] : []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Prism writes it
  const violations = JSON.parse(header) as readonly Told[]
  return violations.filter(({ location }) => location[0] === 'response').map(({ message }) => message)
}
