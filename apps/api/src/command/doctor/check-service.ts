/** Does a service answer at the address, and does it answer as the contract says? */
import { errorCatalogue } from '@plant-store/contracts'
import { listPlants } from '@plant-store/contracts/schemas'
import { isPlants, isPlantStoreError } from '@plant-store/contracts/validators'
import { ask, type HttpResponse } from './ask.ts'
import { type Check, failed, passed, skipped } from './check.ts'

/** The number of plants asked for. */
const limit = 20

/**
 * Without a token the service must refuse; with one it must list plants. `isOurs`: somebody said which service it is, or
 * there is a database that it may serve; otherwise any service is taken for another's.
 */
export async function* checkService(
  url: string,
  token: string | undefined,
  isOurs: boolean,
): AsyncGenerator<Check> {
  const refusal = await ask(url, listPlants.path, 'Start it with plant-store serve, or name it with --url.')
  const service =
    'noResponse' in refusal ? failed('service', refusal.noResponse) : await checkRefusal(url, refusal)
  yield service.state === 'ok' && !isOurs
    ? skipped(
        'service',
        `A plant store answers at ${url}, but nothing says that it is yours: there is no database here.`,
      )
    : service
  if (service.state === 'failed') yield skipped('plants', 'There is no service to ask.')
  else if (token === undefined) yield skipped('plants', 'There is no token to ask with.')
  else yield await checkPlants(url, token)
}

async function checkRefusal(url: string, response: HttpResponse): Promise<Check> {
  const isChallenged = /^bearer\b/i.test(response.headers.get('www-authenticate') ?? '')
  const body = parse(response.text)
  const isOurRefusal = isPlantStoreError(body) && body.error === errorCatalogue.missingToken.error
  if (response.status === 401 && isChallenged && isOurRefusal) {
    return passed('service', `${url} answers, and asks for a token.`)
  }
  const alive = await ask(url, '/livez', '')
  if ('status' in alive && alive.status === 200) {
    return failed(
      'service',
      `${url} is the operator's listener. Name the address of the service with --url; its port is 8080 by default.`,
    )
  }
  return failed(
    'service',
    `${url} answered a request that has no token with status ${response.status}; the contract has 401 with a Bearer challenge and an Error. Another program listens there, or a proxy changes the responses.`,
  )
}

async function checkPlants(url: string, token: string): Promise<Check> {
  const response = await ask(url, `${listPlants.path}?limit=${limit}`, 'See the log of the service.', token)
  if ('noResponse' in response) return failed('plants', response.noResponse)
  if (response.status === 401) {
    return failed(
      'plants',
      'The service refuses the token: it has expired, was revoked, or is of another database.',
    )
  }
  if (response.status !== 200) {
    return failed('plants', `The service answered with status ${response.status}; its log says why.`)
  }
  return isPlants(parse(response.text))
    ? passed('plants', 'The service lists plants for the token, as the contract says.')
    : failed(
        'plants',
        'The response is not the list of plants that the contract promises; a proxy may change it.',
      )
}

/** Text that isn't JSON becomes undefined, which no schema accepts. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
