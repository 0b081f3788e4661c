/** The generators of clients that the contract is tried with. */

/** What makes a program print its version, and the least version. */
export const programs = {
  'Python 3.11': ['python3', '--version'],
  'pip 22.3': ['python3', '-m', 'pip', '--version'],
  'Java 11': ['java', '--version'],
  'Go 1.26': ['go', 'version'],
} as const

export interface Generator {
  /** Its consumer, in the directory of the language, has this name too. */
  readonly name: string
  /** The name of the package in its manifest, where it is another. */
  readonly package?: string
  readonly language: 'TypeScript' | 'Python' | 'Go'
  /** Where the program comes from. */
  readonly from: 'npm' | 'PyPI' | 'Go'
  readonly needs?: readonly (keyof typeof programs)[]
  /** The program with its arguments, run in the directory of the language. */
  readonly command: string
  readonly makes: string
  readonly remark: string
}

const typescript = { language: 'TypeScript', from: 'npm' } as const
const python = { language: 'Python', from: 'PyPI', needs: ['Python 3.11', 'pip 22.3'] } as const
const go = { language: 'Go', from: 'Go', needs: ['Go 1.26'] } as const

export const generators: readonly Generator[] = [
  {
    ...typescript,
    name: 'openapi-typescript',
    command: 'openapi-typescript/bin/cli.js CONTRACT --output dist/openapi-typescript.ts',
    makes: 'types, for openapi-fetch',
    remark: 'The token is a header that you set.',
  },
  {
    ...typescript,
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    command: '@hey-api/openapi-ts/bin/run.js',
    makes: 'functions over `fetch`',
    remark: 'An error is returned, with its type.',
  },
  {
    ...typescript,
    name: 'orval',
    command: 'orval/dist/bin/orval.mjs --config orval.config.ts',
    makes: 'functions over `fetch`',
    remark: 'Calls have no option for the address: set `baseUrl.runtime` to an expression.',
  },
  {
    ...python,
    name: 'openapi-generator',
    package: 'openapi-generator-cli',
    language: 'TypeScript',
    needs: [...python.needs, 'Java 11'],
    command:
      'openapi-generator-cli generate --generator-name typescript-fetch --input-spec CONTRACT --output dist/openapi-generator --additional-properties=importFileExtension=.js',
    makes: 'classes over `fetch` (`typescript-fetch`)',
    remark: 'Rejects with the response of an error, without its type.',
  },
  {
    ...python,
    name: 'openapi-python-client',
    // The code is not formatted: that is a matter of taste, and needs more programs.
    command:
      'openapi-python-client generate --path CONTRACT --output-path plant_store --meta none --fail-on-warning --config config.yaml',
    makes: 'functions over httpx',
    remark: 'An error is returned, with its type.',
  },
  {
    ...python,
    name: 'datamodel-code-generator',
    command:
      'datamodel-codegen --input CONTRACT --output models.py --output-model-type pydantic_v2.BaseModel',
    makes: 'models that check, for pydantic',
    remark: 'Sending is yours.',
  },
  {
    ...go,
    name: 'oapi-codegen',
    package: 'oapi-codegen/v2',
    command: 'oapi-codegen -generate types,client -package plants -o oapi-codegen/plants/plants.go CONTRACT',
    makes: 'functions over `net/http`',
    remark: 'Each status is a member that may be `nil`.',
  },
  {
    ...go,
    name: 'ogen',
    command: 'ogen --target ogen/plants --package plants --clean CONTRACT',
    makes: 'functions that check, over `net/http`',
    remark: 'Each status is a type of its own.',
  },
]
