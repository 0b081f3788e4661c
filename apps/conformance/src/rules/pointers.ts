/** The places of openapi.yaml that hold more than one rule, as JSON pointers. */

export const wholeDocument = '/info/description'
export const operation = '/paths/~1plants/get'
export const operationText = '/paths/~1plants/get/description'
export const bearerText = '/components/securitySchemes/bearer/description'
export const unauthorizedText = '/components/responses/Unauthorized/description'
