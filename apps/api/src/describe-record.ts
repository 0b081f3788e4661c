/** A log record as a person reads it in a terminal: what happened, on one line. */

/** The members that `describeRecord` has said already, or that only machines ask for. */
export const described = [
  'requestId',
  'traceId',
  'method',
  'path',
  'route',
  'outcome',
  'status',
  'durationMs',
  'user',
  'tokenId',
  'refusal',
  'error',
  'reason',
  'url',
  'operatorUrl',
]

/** Such as `GET /plants 200 in 0.8 ms for Amara`. A record of another kind is its message. */
export function describeRecord(record: Readonly<Record<string, unknown>>): string {
  const text = (name: string, before = '', behind = ''): string[] => {
    const value = record[name]
    return typeof value === 'string' || typeof value === 'number' ? [`${before}${value}${behind}`] : []
  }
  if (record['msg'] === 'listening') {
    return ['listening', ...text('url', 'at '), ...text('operatorUrl', 'and, for the operator, at ')].join(
      ' ',
    )
  }
  if (record['msg'] !== 'request') {
    return [...text('msg'), ...text('status'), ...text('reason', '(', ')')].join(' ')
  }
  return [
    ...text('method'),
    ...text('path'),
    ...text('status'),
    ...text('durationMs', 'in ', ' ms'),
    ...text('user', 'for '),
    ...text('reason', '(', ')'),
    ...(record['outcome'] === 'aborted' ? ['aborted'] : []),
  ].join(' ')
}
