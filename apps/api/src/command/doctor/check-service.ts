/** Does a service answer at the address, and does it answer as the contract says? */
import { listPlants } from '@plant-store/contracts'
import { isPlants, isPlantStoreError } from '@plant-store/contracts/validators'
import { type Check, failed, passed, skipped } from './check.ts'
import { ask, type Answer, explainSilence } from './ask.ts'

/** How many plants the examination asks for. */
const limit = 20

/** Without a token the service must refuse; with one it must list plants. */
export async function* checkService(url: string, token: string | undefined): AsyncGenerator<Check> {
  const refusal = await ask(`${url}${listPlants.path}`)
  if ('silence' in refusal) {
    yield failed(
      'service',
      explainSilence(url, refusal.silence, 'Start it with plant-store serve, or name it with --url.'),
    )
    yield skipped('plants', 'There is no service to ask.')
    return
  }
  yield checkRefusal(url, refusal)
  if (token === undefined) yield skipped('plants', 'There is no token to ask with.')
  else yield await checkPlants(url, token)
}

function checkRefusal(url: string, answer: Answer): Check {
  const challenged = /^bearer\b/i.test(answer.headers.get('www-authenticate') ?? '')
  if (answer.status === 401 && challenged && isPlantStoreError(parse(answer.text))) {
    return passed('service', `${url} answers, and asks for a token.`)
  }
  return failed(
    'service',
    `${url} answered a request without a token by status ${answer.status}, where the contract has 401 with a Bearer challenge and an Error: another program listens there, or a proxy changes its answers.`,
  )
}

async function checkPlants(url: string, token: string): Promise<Check> {
  const answer = await ask(`${url}${listPlants.path}?limit=${limit}`, { Authorization: `Bearer ${token}` })
  if ('silence' in answer)
    return failed('plants', explainSilence(url, answer.silence, 'See the log of the service.'))
  if (answer.status === 401) {
    return failed(
      'plants',
      'The service refuses the token: it expired, was revoked, or belongs to another database.',
    )
  }
  if (answer.status !== 200) {
    return failed('plants', `The service answered with status ${answer.status}; its log says why.`)
  }
  return isPlants(parse(answer.text))
    ? passed('plants', 'The service lists plants for the token, as the contract says.')
    : failed(
        'plants',
        'The answer is not the list of plants that the contract promises: a proxy may change it.',
      )
}

/** What isn't JSON is undefined, which no schema takes. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
