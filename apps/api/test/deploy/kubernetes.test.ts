/** The Kubernetes manifests fit its schemas, and name only settings, ports, probes and pods that exist. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { serveSmallWorld } from '@plant-store/testkit'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { parse } from 'yaml'
import { serviceSettings } from '../../src/settings.ts'
import { endMs, settingsOf } from './settings-of.ts'

const directory = new URL('../../deploy/kubernetes/', import.meta.url)
const read = async (file: string): Promise<never> =>
  parse(await readFile(new URL(file, directory), 'utf8')) as never

const deployment = new Deployment(await read('deployment.yaml'))
const job = new Job(await read('migrate.yaml'))
const service = new Service(await read('service.yaml'))
const budget = new PodDisruptionBudget(await read('disruption-budget.yaml'))
const policy = new NetworkPolicy(await read('network-policy.yaml'))
const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const pods = [deployment, job].map(({ spec }) => spec?.template.spec)
const containers = pods.flatMap((pod) => pod?.containers ?? [])
const [container] = deployment.spec?.template.spec?.containers ?? []
const valuesOf = (env: (typeof containers)[number]['env'] = []): Record<string, string> =>
  Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])))
const given = settingsOf(valuesOf(container?.env))

const { service: running, stop } = await serveSmallWorld()
after(stop)

describe('the manifests', () => {
  it('fit the schemas of Kubernetes, and none is left out', async () => {
    for (const each of [deployment, job, service, budget, policy]) each.validate()
    const { resources, images } = (await read('kustomization.yaml')) as {
      resources: string[]
      images: { name: string; newTag: string }[]
    }
    const files = (await readdir(directory)).filter((file) => file !== 'kustomization.yaml')
    assert.deepEqual(resources.toSorted(), files.toSorted())
    assert.deepEqual(
      images.map(({ name, newTag }) => `${name}:${newTag}`),
      [...new Set(containers.map(({ image }) => image))],
    )
    assert.equal(images[0]?.newTag, version)
  })

  // oxlint-disable-next-line complexity -- the types allow many members to be absent
  it('select existing pods', () => {
    const labels = deployment.spec?.template.metadata?.labels
    assert.deepEqual(deployment.spec?.selector.matchLabels, labels)
    assert.deepEqual(service.spec?.selector, labels)
    assert.deepEqual(budget.spec?.selector?.matchLabels, labels)
    for (const { spec } of [deployment, job]) {
      for (const [name, value] of Object.entries(policy.spec?.podSelector?.matchLabels ?? {})) {
        assert.equal(spec?.template.metadata?.labels?.[name], value)
      }
    }
  })

  it("name the service's ports, and everything that connects uses these names", () => {
    const ports = new Map(container?.ports?.map(({ name, containerPort }) => [name, containerPort]))
    assert.deepEqual(
      [ports.get('http'), ports.get('operator')],
      [serviceSettings.port.default, serviceSettings.operatorPort.default],
    )
    const asked = [
      ...(service.spec?.ports ?? []).map(({ targetPort }) => targetPort),
      ...(policy.spec?.ingress ?? []).flatMap(({ ports: some = [] }) => some.map(({ port }) => port)),
      ...probes().map(({ port }) => port),
    ]
    for (const port of asked) assert.ok(ports.has(String(port)), String(port))
  })

  it('probe what answers', async () => {
    assert.equal(given['operatorHost'], '0.0.0.0')
    for (const { path } of probes()) {
      assert.equal((await fetch(running.operatorUrl + path)).status, 200, path)
    }
  })

  it('leave the service the time that it needs to end', () => {
    const graceMs = Number(deployment.spec?.template.spec?.terminationGracePeriodSeconds) * 1000
    assert.ok(graceMs >= endMs(given) + 2000)
    // By then no client may be sent any more to a pod that takes no connections.
    const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {}
    assert.ok(Number(given['drainDelayMs']) > periodSeconds * failureThreshold * 1000)
  })

  it("give pods Pod Security's restricted profile, a read-only root, and no token of the cluster", () => {
    for (const pod of pods) {
      const { runAsNonRoot, runAsUser, seccompProfile } = pod?.securityContext ?? {}
      assert.deepEqual(
        { runAsNonRoot, seccompProfile },
        { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      )
      assert.ok(Number(runAsUser) > 0)
      assert.equal(pod?.automountServiceAccountToken, false)
      // Else a Service of this name becomes variables that look like settings.
      assert.equal(pod?.enableServiceLinks, false)
    }
    for (const { securityContext, resources } of containers) {
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.ok(resources?.requests?.['memory'] !== undefined && resources.limits?.['memory'] !== undefined)
    }
  })

  it("take the database's address from secrets: the owner's for migrations, another one for the service", () => {
    const databaseOf = ({ spec }: Deployment | Job): unknown =>
      spec?.template.spec?.containers[0]?.env?.find(({ name }) => name === 'PLANT_STORE_DATABASE')
    const from = (name: string): unknown => ({
      name: 'PLANT_STORE_DATABASE',
      valueFrom: { secretKeyRef: { name, key: 'database-url' } },
    })
    assert.deepEqual(
      [deployment, job].map((each) => databaseOf(each)),
      ['plant-store-service', 'plant-store-owner'].map((name) => from(name)),
    )
    for (const { env } of containers) settingsOf(valuesOf(env))
  })
})

function probes(): readonly { readonly path: string; readonly port: string | number }[] {
  const { startupProbe, readinessProbe, livenessProbe } = container ?? {}
  return [startupProbe, readinessProbe, livenessProbe].map((probe) => ({
    path: probe?.httpGet?.path ?? '',
    port: probe?.httpGet?.port ?? '',
  }))
}
