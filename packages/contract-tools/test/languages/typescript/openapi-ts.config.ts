/** How hey-api's client is generated. */
import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: process.env['CONTRACT'] ?? '',
  output: { path: 'dist/hey-api', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { file: false },
})
