import type { SimulatorCall } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { Type } from 'typebox'

export const urlPattern = '^https?://[^\\s/]\\S*$'

/** The placeholder for the URL of a FHIR server. */
export const nowhere = 'https://fhir.invalid'

const resource = '(?:patient|user|system)/(?:\\*|[A-Z][A-Za-z]{1,40})\\.(?:\\*|read|write|c?r?u?d?s?)'
const scope = `(?:${resource}|openid|profile|fhirUser|launch(?:/(?:patient|encounter))?|(?:off|on)line_access)`

/**
 * The `fhirAuthorization` of a CDS Hooks request: the token, scopes of SMART App Launch and OpenID Connect, and the
 * client id. The patterns are too narrow to carry a message.
 */
export const fhirAuthorizationSchema = /* @__PURE__ */ Type.Object({
  access_token: /* @__PURE__ */ Type.String({ minLength: 1 }),
  token_type: /* @__PURE__ */ Type.Literal('Bearer'),
  expires_in: /* @__PURE__ */ Type.Integer({ minimum: 0 }),
  scope: /* @__PURE__ */ Type.String({ pattern: `^(?:${scope}(?: ${scope}){0,99})?$` }),
  subject: /* @__PURE__ */ Type.String({ pattern: '^[A-Za-z0-9._~:/-]{1,255}$' }),
  patient: /* @__PURE__ */ Type.Optional(/* @__PURE__ */ Type.String({ pattern: '^[A-Za-z0-9\\-.]{1,64}$' })),
})

/** Removes the FHIR server's URL and access token from a call: the token must not be recorded, and neither is used. */
export function withoutToken(call: SimulatorCall): SimulatorCall {
  if (call.body === null || !('json' in call.body) || !isJsonObject(call.body.json)) return call
  const { json } = call.body
  const { fhirServer, fhirAuthorization } = json
  const isServer = typeof fhirServer === 'string' && new RegExp(urlPattern).test(fhirServer)
  // An empty token is left in place, so that it is rejected.
  const isToken =
    isJsonObject(fhirAuthorization) &&
    typeof fhirAuthorization.access_token === 'string' &&
    fhirAuthorization.access_token !== ''
  return {
    ...call,
    body: {
      json: {
        ...json,
        ...(isServer && { fhirServer: nowhere }),
        ...(isToken && { fhirAuthorization: { ...fhirAuthorization, access_token: 'removed' } }),
      },
    },
  }
}
