import { decided } from './requirement.js'

export const servingRequirements = [
  ...decided('Serving', {
    'serving.ready-line':
      'With `--json`, `serve` prints one line when ready, with `url,pid,ca_file,organization_id,organization_key,solver_id,solver_key`, and nothing else.',
    'serving.free-port': '`--port 0` takes a free port.',
    'serving.fixtures': 'The fixtures that were asked for are published, and the Solver key of the line runs them.',
    'serving.fresh-organization': 'The keys are those of a fresh organization that owns the fixtures.',
    'serving.signals': 'SIGTERM and SIGINT end the process with status 0 once calls in flight are answered.',
    'serving.manual-clock':
      'With `--clock manual`, `POST /testing/clock {"advance_seconds"}` with an organization key moves the clock.',
    'serving.system-clock': 'Without it that path does not exist.',
    'serving.wrong-use': 'Wrong arguments exit with 2 and say what was expected.',
  }),
]
