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
  if ('noResponse' in readiness) {
    yield failed('operator', readiness.noResponse)
    yield skipped('contract', "There is no operator's listener to ask.")
    return
  }
  if (readiness.status === 421) {
    yield failed('operator', `${operatorUrl} refuses the name in this address: ${readiness.text.trim()}`)
    yield skipped('contract', "There is no operator's listener to ask.")
    return
  }
  const plants = await ask(operatorUrl, listPlants.path, advice)
  if (readiness.status === 404 && 'status' in plants && plants.status === 401) {
    yield failed(
      'operator',
      `${operatorUrl} is the service itself. Name the operator's listener with --operator-url; its port is 8081 by default.`,
    )
    yield skipped('contract', "There is no operator's listener to ask.")
    return
  }
  yield checkReadiness(operatorUrl, readiness)
  yield await checkContract(operatorUrl)
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
