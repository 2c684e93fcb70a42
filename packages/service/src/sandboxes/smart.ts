import { withSystemKey } from '@carebench/protocol'
import { fhirGroup, fhirSystem } from '@carebench/systems'
import { base64nopad } from '@scure/base'
import { accessTokenSeconds, createAccessToken } from '../auth/access-token.js'
import { equalDigests } from '../auth/token.js'
import type { ServiceContext } from '../context/context.js'
import { deriveSandboxCredentials } from '../context/sandbox-credentials.js'
import { notFound } from '../documents/owned.js'
import { hasMoreFields } from '../http/json/form-size.js'
import { assertUtf8, readMediaType } from '../http/media-type.js'
import { isCalled, locateSandbox } from './find-sandbox.js'
import { parseScope, scopesSupported } from './smart-scope.js'

/** The parts of a request that these calls use. */
interface SmartCall {
  readonly params: Readonly<Record<string, string>>
  readonly key?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly origin: string
}

interface SmartAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Returns the SMART configuration of a FHIR server. Throws an ApiError `RESOURCE_NOT_FOUND` if there is no sandbox with
 * this id and such a server.
 */
export async function discoverSmart(context: ServiceContext, { params, key, origin }: SmartCall): Promise<SmartAnswer> {
  const id = params.id ?? ''
  await findFhirSandbox(context, id, key)
  const group = withSystemKey(fhirGroup.name, key)
  return answer(200, {
    token_endpoint: `${origin}/sandboxes/${encodeURIComponent(id)}/${group}/auth/token`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    scopes_supported: scopesSupported,
    capabilities: ['client-confidential-symmetric', 'permission-v1', 'permission-v2'],
    // SMART 2.2 requires the list, with S256, whatever the grants.
    code_challenge_methods_supported: ['S256'],
  })
}

/**
 * Issues an access token for the client credentials of a sandbox, RFC 6749, section 4.4; errors are as in section 5.2.
 * Throws an ApiError `RESOURCE_NOT_FOUND` if the sandbox of these credentials has no FHIR server.
 */
export async function issueAccessToken(
  context: ServiceContext,
  { params, key, headers, bytes }: SmartCall,
): Promise<SmartAnswer> {
  const id = params.id ?? ''
  try {
    const form = readForm(headers['content-type'], bytes)
    checkClient(context, id, readClient(form, headers.authorization))
    await findFhirSandbox(context, id, key)
    const { grant_type: grant } = form
    if (grant === undefined)
      throw new OAuthError('invalid_request', 'grant_type is missing: expected client_credentials.')
    if (grant !== 'client_credentials') {
      throw new OAuthError('unsupported_grant_type', 'Expected grant_type=client_credentials.')
    }
    const granted = parseScope(form.scope)
    if (granted === null) {
      throw new OAuthError(
        'invalid_scope',
        `Expected scopes from this list, or of one type, such as system/Patient.rs: ${scopesSupported.join(' ')}.`,
      )
    }
    return answer(200, {
      access_token: createAccessToken(context.secret, id, granted.rights, context.clock.now()),
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      scope: granted.scope,
    })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const { code, message } = error
    const refused = answer(code === 'invalid_client' ? 401 : 400, { error: code, error_description: message })
    if (code !== 'invalid_client') return refused
    return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'Basic realm="sandbox"' } }
  }
}

/** An error with a code of RFC 6749, section 5.2. */
class OAuthError extends Error {
  override readonly name = 'OAuthError'

  constructor(
    readonly code: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope',
    message: string,
  ) {
    super(message)
  }
}

function answer(status: number, body: object): SmartAnswer {
  return { status, headers: { 'content-type': 'application/json', pragma: 'no-cache' }, body: JSON.stringify(body) }
}

async function findFhirSandbox(context: ServiceContext, id: string, key: string | undefined): Promise<void> {
  const located = await locateSandbox(context, id)
  if (located === undefined || !isCalled(located, withSystemKey(fhirSystem.type, key))) throw notFound()
}

const parameters = ['grant_type', 'scope', 'client_id', 'client_secret', 'client_assertion', 'client_assertion_type']

/** The endpoint is unauthenticated, so a body that cannot be a client's request is refused early. */
const maxParameters = 100

type TokenForm = Readonly<Partial<Record<string, string>>>

/** Returns the parameters of the form; unknown ones are ignored, as the standard requires. */
function readForm(contentType: string | undefined, bytes: Uint8Array): TokenForm {
  if (readMediaType(contentType) !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('invalid_request', 'Expected a form as the body: application/x-www-form-urlencoded.')
  }
  assertUtf8(contentType)
  if (hasMoreFields(bytes, maxParameters)) {
    throw new OAuthError('invalid_request', `Expected at most ${maxParameters} parameters.`)
  }
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  const read: Record<string, string> = {}
  for (const name of parameters) {
    const [value, another] = form.getAll(name)
    if (another !== undefined) throw new OAuthError('invalid_request', `${name} must not be repeated.`)
    // A parameter without a value counts as omitted, as the standard requires.
    if (value !== undefined && value !== '') read[name] = value
  }
  return read
}

interface Client {
  readonly id: string
  readonly secret: string
}

/** Returns the client's credentials, from the header or the form. */
function readClient(form: TokenForm, authorization: string | undefined): Client {
  if (form.client_assertion !== undefined) {
    throw new OAuthError(
      'invalid_client',
      'Expected the client secret, in Basic authentication or in the form, and no assertion.',
    )
  }
  if (authorization !== undefined) {
    const client = readBasic(authorization) ?? { id: '', secret: '' }
    // The standard requires a single method; clients that use both are common, and harmless if both are equal.
    if ((form.client_id ?? client.id) !== client.id || (form.client_secret ?? client.secret) !== client.secret) {
      throw new OAuthError(
        'invalid_request',
        'The credentials in the form must equal those in the header Authorization.',
      )
    }
    return client
  }
  return { id: form.client_id ?? '', secret: form.client_secret ?? '' }
}

/** Both parts are form-encoded before they are joined. RFC 6749, section 2.3.1. */
function readBasic(authorization: string): Client | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+)={0,2} *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  try {
    const text = new TextDecoder().decode(base64nopad.decode(encoded))
    const colon = text.indexOf(':')
    if (colon < 0) return undefined
    return { id: decodePart(text.slice(0, colon)), secret: decodePart(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

function decodePart(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function checkClient(context: ServiceContext, sandboxId: string, { id, secret }: Client): void {
  const expected = deriveSandboxCredentials(context.secret, sandboxId)
  const equal = (left: string, right: string) => equalDigests(context.sha256(left), context.sha256(right))
  const [sameId, sameSecret] = [equal(id, expected.client_id), equal(secret, expected.client_secret)]
  if (sameId && sameSecret) return
  throw new OAuthError('invalid_client', 'Expected the client_id and the client_secret of the sandbox.')
}
