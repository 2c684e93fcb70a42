import { decided, specified } from './requirement.js'

export const errorRequirements = [
  ...specified('7', {
    'errors.body': 'Every error answer has the JSON body `{"error":{"code","message"}}`, both strings.',
    'errors.invalid-cursor': 'An invalid pagination cursor is answered 400 with an error body.',
    'errors.expired-cursor': 'An expired pagination cursor is answered 400 with an error body.',
    'errors.unauthorized': 'Missing or invalid credentials are answered 401, and `error.code` is `UNAUTHORIZED`.',
    'errors.not-found': 'A resource that does not exist is answered 404 with an error body.',
    'errors.foreign-private-benchmark':
      'A Solver key used on a private benchmark of another organization is answered 404 with an error body.',
    'errors.plain-http': 'A plain HTTP request is rejected.',
  }),
  ...decided('Errors', {
    'errors.code-invalid-request': 'A body or query that fails its schema is answered 400 `INVALID_REQUEST`.',
    'errors.code-invalid-cursor':
      'A cursor that is malformed, changed, expired or of another list is `INVALID_CURSOR`.',
    'errors.code-not-found': 'An unknown id and an unknown path are answered 404 `RESOURCE_NOT_FOUND`.',
    'errors.not-found-uniform':
      'An unknown id, an id of another organization and a private benchmark of another organization are answered with one and the same body, the request id apart.',
    'errors.code-method-not-allowed': 'A method that the path does not have is answered 405 `METHOD_NOT_ALLOWED`.',
    'errors.allow': 'A 405 answer names the methods of the path in `Allow`.',
    'errors.code-conflict':
      'What the state of a resource forbids, or a name that is taken, is answered 409 `CONFLICT`.',
    'errors.conflict-names-state': 'The message of a 409 answer names the present state.',
    'errors.code-payload-too-large': 'A body over 1 MiB is answered 413 `PAYLOAD_TOO_LARGE`.',
    'errors.payload-chunked': 'A chunked body over the limit is answered 413, without a length announced.',
    'errors.payload-large-groups': 'FHIR, files and datasets take bodies up to 16 MiB.',
    'errors.code-media-type': 'A media type that the call does not take is answered 415 `UNSUPPORTED_MEDIA_TYPE`.',
    'errors.media-type-parsed':
      'Media types are parsed: case and parameters do not matter, a mere substring does not count.',
    'errors.code-rate-limited':
      'Where a rate limit is configured, what exceeds it is answered 429 `RATE_LIMITED` with `Retry-After`.',
    'errors.code-internal': 'An answer 500 `INTERNAL` tells nothing of its cause but the request id.',
    'errors.code-unavailable': 'A service that cannot answer now is 503 `UNAVAILABLE` with `Retry-After`.',
    'errors.request-id': 'An error body has `error.request_id`, equal to the header `x-request-id`.',
    'errors.paths':
      'For a body that fails its schema, `error.errors` lists each fault with a JSON Pointer in `path` and a `message`.',
    'errors.path-of-missing': 'A missing member is named by the pointer that it would have.',
    'errors.path-of-unknown': 'An unknown member is named by its own pointer.',
    'errors.proxies-too': 'What the service itself refuses on a path of a simulated system has the same error body.',
    'errors.simulated-payloads':
      'What the simulated system refuses is its own payload, for example an OperationOutcome.',
    'errors.changes-nothing': 'A refused call changes nothing.',
    'errors.leaks-nothing': 'No error tells a token, a stack or a path of the machine.',
  }),
  ...decided('Order of checks', {
    'order.path-first': 'An unknown path is 404 before anything else is looked at, also without a token.',
    'order.method-second': 'A wrong method is 405 before the token is looked at.',
    'order.token-third': 'A wrong token is 401 before the body is read.',
    'order.size-fourth': 'A body too large is 413 before its media type is looked at.',
    'order.media-type-fifth': 'A wrong media type is 415 before the body is parsed.',
    'order.input-sixth': 'A wrong body or query is 400 before it is looked whether the resource exists.',
    'order.resource-seventh': 'An unknown resource is 404 before its state could forbid anything.',
    'order.state-last': 'What the state forbids is 409, when everything else is right.',
  }),
]
