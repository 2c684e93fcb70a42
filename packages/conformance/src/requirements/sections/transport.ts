import { decided, specified } from '../requirement.js'

export const transportRequirements = [
  ...specified('1', {
    'transport.https-only': 'A request over plain HTTP is rejected; no endpoint returns its resource.',
    'transport.snake-case-bodies':
      'The members of every documented request and response body are written in snake_case.',
    'transport.snake-case-queries': 'Query parameters are written in snake_case, for example `task_id`.',
    'transport.own-playground':
      'Each task run of a run has its own playground; changes in one are not visible in the others.',
  }),
  ...specified('4', {
    'transport.json-bodies': 'A documented response with a body is JSON with a JSON media type.',
    'transport.json-requests': 'Every documented call with a body accepts it as JSON.',
  }),
  ...specified('9', {
    'transport.v1-prefix': 'The run flow of agents is under `/v1`; the paths of the internal API contain no version.',
  }),
  ...decided('Transport', {
    'transport.https-required': 'Plain HTTP on the TLS port is rejected with 400 `HTTPS_REQUIRED`, with any method.',
    'transport.https-required-closes': 'After the response to a plain HTTP request, the connection is closed.',
    'transport.not-http': 'Bytes that are not HTTP are rejected with 400 `INVALID_REQUEST`.',
    'transport.host':
      'A request without `Host`, with several of them, or with one that is not a host with an optional port is ' +
      'rejected with 400 `INVALID_REQUEST`.',
    'transport.hsts':
      'Every response over TLS has `strict-transport-security`, unless the host of the request is `localhost`.',
    'transport.behind-a-proxy':
      'Behind a TLS proxy, a request whose `X-Forwarded-Proto` is missing or not `https`, and every request of ' +
      'another peer, is rejected with 400 `HTTPS_REQUIRED`.',
    'transport.forwarded-client':
      'The client of a forwarded request is the last address in `X-Forwarded-For` that is not a proxy; it never has ' +
      'the rights of a client on the machine of the server.',
    'transport.request-id': 'Every response has an `x-request-id` header.',
    'transport.request-id-kept':
      "A caller's `x-request-id` of 1 to 64 letters, digits and hyphens is returned unchanged.",
    'transport.request-id-replaced': "A caller's `x-request-id` of any other shape is replaced by one of the service.",
    'transport.no-store': 'Every response to a call with a token has `cache-control: no-store`.',
    'transport.no-cors': 'No response has `access-control-allow-*` headers, except CDS Hooks discovery.',
    'transport.created': 'A call that creates something returns 201.',
    'transport.ok': 'A read, a change and an action return 200.',
    'transport.deleted': 'A deletion returns 204 without a body.',
    'transport.deleted-again': 'A repeated deletion returns 404.',
    'transport.linked-again':
      'Linking or binding something that is already linked or bound returns 200 and changes nothing.',
    'transport.head': 'HEAD returns the same status and headers as GET, and no body.',
  }),
]
