/** HEAD: the answer to GET without its body. */
import type { SentRequest } from '../../exchange.ts'
import { fieldValue } from '../../content.ts'
import type { Law } from '../law.ts'
import type { Sent } from '../sent.ts'
import { integerParameters } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { readable } from './access.ts'

export const headLaw: Law = {
  name: 'HEAD',
  run: async (probe) => {
    const pairs = readable(probe).flatMap((operation) => {
      const numbers = integerParameters(operation).flatMap(({ name }) => [`?${name}=1`, `?${name}=x`])
      return ['', ...numbers].flatMap((query) => [operation.path + query])
    })
    const token = probe.parties[0]?.token.mark
    await Promise.all([
      ...[...pairs, '/nothing'].map((target) => compare(probe, target, token)),
      compare(probe, pairs[0] ?? '/', undefined),
    ])
  },
}

async function compare(probe: Probe, target: string, token: string | undefined): Promise<void> {
  const write = (method: string): SentRequest =>
    probe.write(method, target, { token, fields: [['Connection', 'close']] })
  const [get, asked] = await Promise.all([
    probe.ask(write('GET')),
    probe.ask(write('HEAD'), { isSeenToEnd: true }),
  ])
  const difference = differenceOf(get, asked)
  if (difference === undefined) {
    probe.keep('head-as-get', asked)
  } else {
    probe.findings.tell({ rule: 'head-as-get', ...difference }, asked)
  }
}

const same = ['ETag', 'Cache-Control', 'Vary', 'WWW-Authenticate']

function differenceOf(get: Sent, head: Sent): { came: string; due: string } | undefined {
  if ('silence' in get.outcome || 'silence' in head.outcome) {
    return undefined
  }
  const [due, came] = [get.outcome, head.outcome]
  if (due.status !== came.status) {
    return { came: String(came.status), due: `${due.status}, as for GET` }
  }
  const field = same.find((name) => fieldValue(due, name) !== fieldValue(came, name))
  if (field !== undefined) {
    return {
      came: `${field}: ${fieldValue(came, field) ?? 'none'}`,
      due: `${fieldValue(due, field) ?? 'none'}, as for GET`,
    }
  }
  // These may be left out; where they are there they are those of GET.
  const type = fieldValue(came, 'Content-Type')
  if (type !== undefined && type !== fieldValue(due, 'Content-Type')) {
    return { came: `Content-Type: ${type}`, due: `${fieldValue(due, 'Content-Type') ?? 'none'}, as for GET` }
  }
  const length = fieldValue(came, 'Content-Length')
  const isLie = length !== undefined && Number(length) !== due.body.length
  return isLie ? { came: `Content-Length: ${length}`, due: `${due.body.length}, as for GET` } : undefined
}
