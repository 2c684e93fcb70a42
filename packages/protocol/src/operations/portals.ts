import { documentOperation } from './operation.js'
import { byId } from './path-params.js'

export const portalOperations = {
  browsePortal: documentOperation({
    method: 'ALL',
    path: '/portals/{id}/*',
    resource: 'portals',
    action: 'browse',
    summary: 'Open the payer portal of a sandbox in a browser',
    // Its pages require the username and password of the sandbox.
    auth: 'none',
    params: byId,
    idempotent: false,
    mediaTypes: ['text/html'],
    bodyMediaTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  }),
}
