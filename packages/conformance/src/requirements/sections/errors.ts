import { decided, specified } from '../requirement.js'

export const errorRequirements = [
  ...specified('7', {
    'errors.body': 'Every error response has the JSON body `{"error":{"code","message"}}`, both strings.',
    'errors.invalid-cursor': 'An invalid pagination cursor is rejected with 400 and an error body.',
    'errors.expired-cursor': 'An expired pagination cursor is rejected with 400 and an error body.',
    'errors.unauthorized': 'Missing or invalid credentials are rejected with 401, and `error.code` is `UNAUTHORIZED`.',
    'errors.not-found': 'A resource that does not exist gets 404 with an error body.',
    'errors.foreign-private-benchmark':
      'A Solver key used on a private benchmark of another organization gets 404 with an error body.',
    'errors.plain-http': 'A plain HTTP request is rejected.',
  }),
  ...decided('Errors', {
    'errors.code-invalid-request': 'A body or query that fails its schema is rejected with 400 `INVALID_REQUEST`.',
    'errors.code-invalid-cursor':
      'A cursor that is malformed, modified, expired or of another list is `INVALID_CURSOR`.',
    'errors.code-not-found': 'An unknown id and an unknown path are rejected with 404 `RESOURCE_NOT_FOUND`.',
    'errors.not-found-uniform':
      'An unknown id, an id of another organization and a private benchmark of another organization get the same ' +
      'body, except for the request id.',
    'errors.code-method-not-allowed': 'A method that the path does not have is rejected with 405 `METHOD_NOT_ALLOWED`.',
    'errors.allow': 'A 405 response lists the methods of the path in `Allow`.',
    'errors.code-conflict':
      'A call that the state of a resource forbids, or a name that is taken, is rejected with 409 `CONFLICT`.',
    'errors.conflict-names-state': 'The message of a 409 response names the current state.',
    'errors.code-payload-too-large': 'A body over 1 MiB is rejected with 413 `PAYLOAD_TOO_LARGE`.',
    'errors.payload-chunked':
      'A chunked body over the limit is rejected with 413, although its length is not announced.',
    'errors.payload-large-groups': 'FHIR, files and datasets accept bodies up to 16 MiB.',
    'errors.payload-small-groups': 'All other groups of simulated systems accept bodies up to 1 MiB.',
    'errors.code-media-type':
      'A media type that the call does not accept is rejected with 415 `UNSUPPORTED_MEDIA_TYPE`.',
    'errors.media-type-parsed':
      'Media types are parsed: case and parameters do not matter, a mere substring does not count.',
    'errors.charset': 'A charset other than UTF-8 is rejected with 415 `UNSUPPORTED_MEDIA_TYPE`; files may have any.',
    'errors.code-rate-limited':
      'If a rate limit is configured, calls that exceed it are rejected with 429 `RATE_LIMITED` with `Retry-After`.',
    'errors.code-headers-too-large': 'Headers over 16 KiB are rejected with 431 `HEADERS_TOO_LARGE`.',
    'errors.code-not-implemented': 'A `Transfer-Encoding` other than `chunked` is rejected with 501 `NOT_IMPLEMENTED`.',
    'errors.code-internal': 'A 500 `INTERNAL` response reveals nothing about its cause except the request id.',
    'errors.code-unavailable':
      'A service that is temporarily unavailable returns 503 `UNAVAILABLE` with `Retry-After`.',
    'errors.request-id': 'An error body has `error.request_id`, equal to the header `x-request-id`.',
    'errors.paths':
      'For a body that fails its schema, `error.errors` lists each fault with a JSON Pointer in `path` and a ' +
      '`message`.',
    'errors.path-of-missing': 'The pointer for a missing member is the one that the member would have.',
    'errors.path-of-unknown': 'The pointer for an unknown member is that of the member itself.',
    'errors.proxies-too': 'An error of the service itself on a path of a simulated system has the same error body.',
    'errors.simulated-payloads':
      'An error of the simulated system has its own format, for example an OperationOutcome.',
    'errors.changes-nothing': 'A rejected call changes nothing.',
    'errors.leaks-nothing': 'No error contains a token, a stack trace or a file path of the machine.',
  }),
  ...decided('Order of checks', {
    'order.path-first': 'An unknown path is rejected with 404 before anything else is checked, also without a token.',
    'order.method-second': 'A wrong method is rejected with 405 before the token is checked.',
    'order.token-third': 'An invalid token is rejected with 401 before the body is read.',
    'order.size-fourth': 'A body over the limit is rejected with 413 before its media type is checked.',
    'order.media-type-fifth': 'A wrong media type is rejected with 415 before the body is parsed.',
    'order.input-sixth':
      'An invalid body or query is rejected with 400 before the existence of the resource is checked.',
    'order.resource-seventh': 'An unknown resource is rejected with 404 before any state is checked.',
    'order.state-last': 'A call that the state forbids is rejected with 409 if all other checks pass.',
  }),
]
