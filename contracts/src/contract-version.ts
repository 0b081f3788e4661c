/** `info.version` of openapi.yaml: the version that a client and a service compare with each other's. */
export const contractVersion = '1.0.0'
