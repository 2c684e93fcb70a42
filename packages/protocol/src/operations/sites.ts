import { limits } from '../limits.js'
import { documentOperation } from './operation.js'
import { byId } from './path-params.js'

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Sites for people, and for agents that use a browser. */
export const siteOperations = {
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
    bodyMediaTypes: forms,
  }),
  browseWorkstation: documentOperation({
    method: 'ALL',
    path: '/workstations/{id}/*',
    resource: 'workstations',
    action: 'browse',
    summary: 'Do the task of a task run, or use a playground, in a browser',
    // Its pages require the cookie of a session, which a link starts.
    auth: 'none',
    params: byId,
    idempotent: false,
    mediaTypes: ['text/html'],
    bodyMediaTypes: forms,
    maxBody: limits.largeBody,
  }),
}
