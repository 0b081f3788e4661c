/** Bytes that have left one end of a connection but have not been read at the other: they wait in the kernel. */
import { readFile } from 'node:fs/promises'

/** One line of `/proc/net/tcp`: ports and queues in hexadecimal digits. */
const row = /^ *\d+: [\dA-F]{8}:([\dA-F]{4}) [\dA-F]{8}:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):([\dA-F]{8}) /

/** Resolves to the bytes under way from the server to each of the client's ports (Linux only). */
export async function bytesUnderWay(
  serverPort: number,
  clientPorts: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const bytes = new Map<number, number>(clientPorts.map((port) => [port, 0]))
  for (const line of (await readFile('/proc/net/tcp', 'latin1')).split('\n')) {
    const [local = 0, remote = 0, unsent = 0, unread = 0] = (row.exec(line) ?? [])
      .slice(1)
      .map((digits) => Number.parseInt(digits, 16))
    const [client, waiting] = local === serverPort ? [remote, unsent] : [local, unread]
    const before = bytes.get(client)
    if (before !== undefined && (local === serverPort || remote === serverPort)) {
      bytes.set(client, before + waiting)
    }
  }
  return bytes
}
