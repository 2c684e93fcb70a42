import { decided } from '../requirement.js'

export const servingRequirements = [
  ...decided('Serving', {
    'serving.ready-line':
      'With `--json`, `serve` prints one line when ready, with ' +
      '`url,pid,ca_file,organization_id,organization_key,solver_id,solver_key`, and nothing else.',
    'serving.free-port': '`--port 0` uses any free port.',
    'serving.fixtures': 'The requested fixtures are published, and the printed Solver key can run them.',
    'serving.fresh-organization': 'The keys belong to a new organization that owns the fixtures.',
    'serving.signals': 'SIGTERM and SIGINT end the process with status 0 once calls in flight are answered.',
    'serving.manual-clock':
      'With `--clock manual`, `POST /testing/clock {"advance_seconds"}` with an organization key advances the clock.',
    'serving.system-clock': 'Without `--clock manual` that path does not exist.',
    'serving.settings':
      'A flag takes precedence over its environment variable, that over the file of `--config`, and that over the ' +
      'default; unknown names and wrong values are usage errors.',
    'serving.log':
      'With `--log json`, each request is one line of JSON on stderr, without its path, query, headers and body, ' +
      'and without keys and tokens.',
    'serving.metrics':
      '`GET /metrics` needs the operator key; with an address of its own, metrics are served there, and need none.',
    'serving.certificate-reload':
      'On SIGHUP the certificate is read again: new connections get it; if it cannot be used, the one in use stays.',
    'serving.wrong-use': 'Wrong arguments exit with 2 and say what was expected.',
  }),
]
