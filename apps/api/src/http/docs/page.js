/* Shows the contract in Swagger UI, whose script the page loads before this one, and has the listener pass requests on. */
// oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, no-undef, id-length -- Swagger UI comes without types

const service = new URL(document.body.dataset.service)
// A service that listens on every address of its machine is called at the address that the page came from.
if (['0.0.0.0', '[::]'].includes(service.hostname)) service.hostname = location.hostname

SwaggerUIBundle({
  dom_id: '#contract',
  url: 'openapi.yaml',
  deepLinking: true,
  docExpansion: 'full',
  tryItOutEnabled: true,
  // It would send the address of the document to a site that checks documents.
  validatorUrl: null,
  // The curl line names the service. The page itself may call only its own origin, and the service allows no other.
  showMutatedRequest: false,
  requestInterceptor: (request) => {
    if (request.loadSpec !== true)
      request.url = `${location.origin}/docs/try${request.url.slice(service.origin.length)}`
    return request
  },
  plugins: [
    () => ({
      statePlugins: {
        spec: {
          wrapActions: {
            updateJsonSpec: (update) => (document) =>
              update({ ...document, servers: [{ url: service.origin }] }),
          },
        },
      },
    }),
  ],
})
