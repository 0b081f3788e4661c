/** What each consumer does with the client that a generator made: it lists plants, and reads two errors. */
interface Plant {
  readonly name: string
  readonly tag?: string | undefined
}

interface Refusal {
  readonly error: number
  readonly message: string
}

export type List = (baseUrl: string, token: string, limit?: number) => Promise<readonly Plant[] | Refusal>

export async function consume(list: List): Promise<void> {
  const [baseUrl = '', token = ''] = process.argv.slice(2)
  const listed = async (limit?: number) => {
    const answer = await list(baseUrl, token, limit)
    if ('error' in answer) throw new Error(answer.message)
    return answer
  }
  const refused = async (secret: string, limit: number) => {
    const answer = await list(baseUrl, secret, limit)
    return 'error' in answer ? answer.error : answer
  }
  const all = await listed()
  const first = await listed(2)
  const refusedToken = await refused('pst_unknown', 1)
  const invalidLimit = await refused(token, -1)
  console.log(JSON.stringify({ all, first, refusedToken, invalidLimit }))
}
