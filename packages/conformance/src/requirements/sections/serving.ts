import { decided } from '../requirement.js'

export const servingRequirements = [
  ...decided('Serving', {
    'serving.ready-line':
      'With `--json`, `serve` prints one line when ready, with ' +
      '`url,pid,ca_file,organization_id,organization_key,solver_id,solver_key`, and nothing else.',
    'serving.free-port': '`--port 0` uses any free port.',
    'serving.fixtures': 'The requested fixtures are published, and the printed Solver key can run them.',
    'serving.fresh-organization': 'The keys belong to a new organization that owns the fixtures.',
    'serving.signals': 'SIGTERM and SIGINT end the process with status 0 after running calls are answered.',
    'serving.manual-clock':
      'With `--clock manual`, `POST /testing/clock {"advance_seconds"}` with an organization key advances the clock.',
    'serving.system-clock': 'Without `--clock manual`, the path `/testing/clock` does not exist.',
    'serving.settings':
      'A flag takes precedence over its environment variable, which takes precedence over the file of `--config`, ' +
      'and that over the default; unknown names and invalid values are usage errors.',
    'serving.log':
      'With `--log json`, each request is one line of JSON on stderr, without its path, query, headers and body, ' +
      'and without keys and tokens.',
    'serving.metrics':
      '`GET /metrics` requires the operator key; if metrics have a separate address, they are served there without a ' +
      'key.',
    'serving.certificate-reload':
      'On SIGHUP the certificate is read again and used for new connections; if it is unusable, the current one stays.',
    'serving.wrong-use': 'Invalid arguments exit with 2 and a message that says what was expected.',
  }),
]
