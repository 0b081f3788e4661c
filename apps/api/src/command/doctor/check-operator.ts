/** Is the service ready, and does it keep the same contract as this program? */
import { contractVersion } from '@plant-store/contracts'
import { listPlants } from '@plant-store/contracts/schemas'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseDocument } from 'yaml'
import { ask, type HttpResponse } from './ask.ts'
import { type Check, failed, passed, skipped } from './check.ts'

const advice =
  'By default it listens on loopback only: run doctor on that machine, or name it with --operator-url.'

export async function* checkOperator(operatorUrl: string): AsyncGenerator<Check> {
  const readiness = await ask(operatorUrl, '/readyz', advice)
  const problem = 'noResponse' in readiness ? readiness.noResponse : await findOther(operatorUrl, readiness)
  if ('noResponse' in readiness || problem !== undefined) {
    yield failed('operator', problem ?? '')
    yield skipped('contract', "There is no operator's listener to ask.")
    return
  }
  yield checkReadiness(operatorUrl, readiness)
  yield await checkContract(operatorUrl)
}

/** Why it is not the operator's listener that has answered; undefined where it may be. */
async function findOther(operatorUrl: string, { status, text }: HttpResponse): Promise<string | undefined> {
  if (status === 421) return `${operatorUrl} refuses the name in this address: ${text.trim()}`
  const plants = await ask(operatorUrl, listPlants.path, advice)
  if (status !== 404 || 'noResponse' in plants || plants.status !== 401) return undefined
  return `${operatorUrl} is the service itself. Name the operator's listener with --operator-url; its port is 8081 by default.`
}

/** A proxy in front may answer 503 with its own text, but only the service says `ready` in this form. */
function checkReadiness(operatorUrl: string, { status, text }: HttpResponse): Check {
  if (status === 503) {
    return failed('operator', `The service takes no requests now: ${operatorUrl}/readyz says ${text}`)
  }
  if (status === 200 && /"status": *"ready"/.test(text)) {
    return passed('operator', `${operatorUrl} says that the service is ready.`)
  }
  return failed(
    'operator',
    `What answers at ${operatorUrl}/readyz, with status ${status}, is another program. ${advice}`,
  )
}

async function checkContract(operatorUrl: string): Promise<Check> {
  const response = await ask(operatorUrl, '/openapi.yaml', advice)
  const ours = readFileSync(fileURLToPath(import.meta.resolve('#openapi.yaml')), 'utf8')
  if ('noResponse' in response || response.status !== 200) {
    return failed('contract', `${operatorUrl}/openapi.yaml does not answer: another program listens there.`)
  }
  if (response.text === ours) {
    return passed('contract', `The service keeps version ${contractVersion}, as this program does.`)
  }
  const version = versionOf(response.text)
  if (version === undefined) {
    return failed('contract', `${operatorUrl}/openapi.yaml is no contract: another program listens there.`)
  }
  return failed(
    'contract',
    `The service keeps another contract (version ${version}) than this program (version ${contractVersion}): restart it from this version.`,
  )
}

/** `info.version` of an OpenAPI document; undefined where there is none. */
function versionOf(document: string): string | undefined {
  try {
    const version = parseDocument(document).getIn(['info', 'version'])
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
