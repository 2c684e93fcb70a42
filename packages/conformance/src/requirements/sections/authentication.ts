import { decided, specified } from '../requirement.js'

export const authenticationRequirements = [
  ...specified('5', {
    'authentication.bearer': 'Calls carry their token as `Authorization: Bearer <token>`; no other scheme is accepted.',
    'authentication.organization-key-prefix': 'An organization API key begins with `vk_`.',
    'authentication.solver-key-prefix': 'A Solver key begins with `vrl_slv_`.',
    'authentication.run-token-prefix': 'A run bearer token begins with `vrl_run_`.',
    'authentication.internal-organization-key': 'Every endpoint of the internal API accepts an organization API key.',
    'authentication.internal-other-tokens': 'The internal API rejects a Solver key and a run token with 401.',
    'authentication.key-shown-once': 'An organization API key is shown in full only in the response that created it.',
    'authentication.organization-scope':
      'An organization API key reaches only resources of its organization, in reads, lists, changes and references.',
    'authentication.solver-creates-runs': 'A Solver key authenticates `POST /v1/benchmark-runs`.',
    'authentication.solver-only-creates-runs': 'Every other endpoint rejects a Solver key with 401.',
    'authentication.solver-own-benchmarks': 'A Solver key runs any benchmark of its organization.',
    'authentication.solver-public-benchmarks':
      'A Solver key of any organization runs a benchmark whose `visibility` is `Public`.',
    'authentication.solver-private-benchmarks':
      'A Solver key gets 404 for a private benchmark of another organization.',
    'authentication.run-token-reads-run': 'The run token authenticates `GET /v1/benchmark-runs/{id}` of its run.',
    'authentication.run-token-groups':
      'The run token authenticates all methods on the groups `fhir`, `hl7`, `files` and `portal` of its run.',
    'authentication.run-token-start': 'The run token authenticates `POST /v1/task-runs/{id}/start` of its run.',
    'authentication.run-token-complete': 'The run token authenticates `POST /v1/task-runs/{id}/complete` of its run.',
    'authentication.run-token-own-run': 'A run token does not authenticate calls of another run.',
    'authentication.run-token-create': 'A run token does not create runs.',
    'authentication.run-token-expires': 'A run token is rejected with 401 from `bearer_token_expires_at` on.',
    'authentication.missing': 'A call without credentials is rejected with 401.',
    'authentication.invalid': 'A call with an unknown or malformed token is rejected with 401.',
    'authentication.revoked': 'A revoked key is rejected with 401.',
    'authentication.tokens-not-leaked': 'No response except the one that creates it contains a token in full.',
  }),
  ...decided('Tokens', {
    'authentication.token-shape': 'A token is its prefix and 32 random bytes in base62.',
    'authentication.wrong-kind': 'A token of the wrong kind is rejected with 401, not 403.',
    'authentication.foreign-task-run':
      'A run token used on a task run of another run is rejected with 401, whether that task run exists or not.',
    'authentication.challenge': 'A 401 response has the header `www-authenticate: Bearer`.',
  }),
  ...decided('Keys and Solvers', {
    'organizations.create': '`POST /organizations` with the operator key returns `{id,name,created_at}` with 201.',
    'organizations.list': '`GET /organizations` with the operator key lists all organizations, newest first.',
    'organizations.create-key':
      '`POST /organizations/{id}/api-keys` returns a new key of that organization, which works immediately; for an ' +
      'unknown id, it returns 404.',
    'organizations.operator-key':
      'The operator key is rejected with 401 everywhere else, and `/organizations` rejects every other token with 401.',
    'keys.last': 'Revoking the last active API key of an organization is rejected with 409.',
    'keys.create': '`POST /api-keys` returns `{id,name,key,prefix,suffix,created_at}`, and the key works immediately.',
    'keys.list': '`GET /api-keys` lists keys with their prefixes and last four characters, never in full.',
    'keys.revoke': '`DELETE /api-keys/{id}` returns 204, and the key is rejected with 401 from then on.',
    'solvers.create': '`POST /solvers` returns `{id,alias,name,description,created_at}` with 201.',
    'solvers.alias-shape': 'An `alias` that is not safe in a URL is rejected with 400.',
    'solvers.alias-unique': 'An `alias` that another Solver of the organization has is rejected with 409.',
    'solvers.read-change-delete': '`/solvers/{id}` can be read, changed and deleted.',
    'solvers.keys': '`/solvers/{id}/api-keys` creates and lists keys of a Solver; they are shown in full once.',
    'solvers.revoke-key': '`DELETE /solvers/{id}/api-keys/{key_id}` revokes a key of the Solver.',
    'solvers.revoked-key-keeps-runs': 'Runs that a revoked Solver key has created continue.',
  }),
  ...decided('Run tokens', {
    'run-tokens.lifetime':
      'A run token is valid for four hours, or for 15 minutes longer than the task timeouts take in total at the ' +
      'allowed concurrency, whichever is longer.',
    'run-tokens.reads-after-end': 'After its run has ended, a run token can still read the run until it expires.',
    'run-tokens.repeats-after-end':
      'After the end, a repeated completion returns the first response, and a repeated start the current state.',
    'run-tokens.no-systems-after-end': 'After the end, calls to simulated systems are rejected with 409.',
    'run-tokens.expiry-ends-run':
      'When a run token expires, task runs that have not ended are `timed_out`, and the run ends.',
  }),
  ...decided('Calls without a token', {
    'open.healthz': '`GET /healthz` works without a token.',
    'open.readyz': '`GET /readyz` works without a token.',
    'open.openapi': '`GET /openapi.json` returns an OpenAPI document without a token.',
    'open.record-keys':
      '`GET /.well-known/carebench-record-keys.json` returns, without a token, the public keys of the signatures of ' +
      'records.',
    'open.smart': 'SMART discovery and the token endpoint of a sandbox require no bearer token.',
    'open.metadata':
      '`GET /sandboxes/{id}/fhir/metadata` requires no token; under a run, it requires the run token as every call ' +
      'does.',
    'open.nothing-else': 'Every other known path rejects requests without a token with 401.',
  }),
  ...decided('Access tokens', {
    'smart.discovery': '`.well-known/smart-configuration` below the FHIR server of a sandbox names its token endpoint.',
    'smart.token':
      'The token endpoint returns a bearer token for the client credentials of the sandbox, sent by Basic ' +
      'authentication or in the form.',
    'smart.wrong-client': 'Credentials that are not those of the sandbox are rejected with 401 `invalid_client`.',
    'smart.errors': 'Errors of token requests use the codes of RFC 6749, section 5.2.',
    'smart.own-sandbox': 'An access token is valid for the FHIR server of its own sandbox, and nothing else.',
    'smart.expires': 'An access token is rejected with 401 once `expires_in` seconds have passed.',
    'smart.scope': 'What the scope of an access token does not permit is rejected with 403 and an OperationOutcome.',
    'smart.agent':
      'An access token acts as the agent: it can write while its task run is started; after the end, its calls are ' +
      'rejected with 409.',
  }),
  ...decided('The portal in a browser', {
    'browser.login':
      '`/portals/{sandbox_id}/…` accepts the username and password of the sandbox and sets a cookie that is ' +
      'HttpOnly, Secure, SameSite=Strict and limited to that path.',
    'browser.wrong-login': 'Wrong credentials set no cookie.',
    'browser.csrf': 'A form that is sent without its CSRF token changes nothing.',
    'browser.session': 'The cookie is valid for its own sandbox, for at most four hours; signing out removes it.',
    'browser.headers':
      'No page runs scripts, loads from other origins, can be framed or is cached; its Content Security Policy and ' +
      'headers enforce this.',
    'browser.escaped': 'Entered and seeded values appear in a page as text, never as markup.',
    'browser.closed': 'After the end of its playground, the portal returns a page that says so.',
    'browser.under-a-run':
      '`/v1/benchmark-runs/{id}/portal/*` returns the same pages for calls that prefer `text/html` to JSON, and for ' +
      'forms; all other calls get JSON.',
    'browser.finishes':
      'Submitting, answering a request for more information, resubmitting and appealing are possible without ' +
      'JavaScript, with only the keyboard, and on a phone.',
    'browser.accessible': 'An accessibility check finds no problem on any page, light or dark.',
    'browser.same-state': 'The portal in a browser and `/v1/benchmark-runs/{id}/portal/*` show the same state.',
  }),
  ...decided('The workstation', {
    'workstation.link':
      '`POST /v1/task-runs/{id}/workstation` of a started task run, and `POST /playgrounds/{id}/workstation`, return ' +
      '`{url,expires_at}` with 201.',
    'workstation.not-started': 'A link for a task run that is not started is rejected with 409.',
    'workstation.link-once': 'The link works once, and returns a page that sets a cookie and leads to the workstation.',
    'workstation.link-minute': 'The link works for at most 60 seconds.',
    'workstation.cookie':
      'The cookie is HttpOnly, Secure, SameSite=Strict and limited to `/workstations/{id}/`; it opens no other ' +
      'workstation.',
    'workstation.session-end':
      'The session ends with its task run or playground, when the user signs out, and after 12 hours.',
    'workstation.csrf': 'A form of a workstation that is sent without its CSRF token is rejected, and changes nothing.',
    'workstation.calls':
      'Actions on a page leave the same log, events and evidence as the same calls over HTTP, and a page makes no ' +
      'call whose response it does not show.',
    'workstation.parity':
      'Every call that a system declares can be made from a page, or the system says why it cannot.',
  }),
  ...decided('Sandbox credentials', {
    'credentials.parts': 'A sandbox has `username`, `password`, `client_id` and `client_secret`.',
    'credentials.repeatable': 'The credentials of a sandbox are the same in every response.',
    'credentials.own': 'Two sandboxes have no credential in common.',
  }),
]
