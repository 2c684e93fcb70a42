import { specified } from '../requirement.js'

export const stateRequirements = [
  ...specified('3', {
    'states.start': 'A start with a valid run token changes the phase of a task run from `created` to `started`.',
    'states.start-sets-time': 'The start sets `started_at`.',
    'states.complete': 'A completion changes the phase of a task run from `started` to `completed`.',
    'states.complete-internal': '`POST /task-runs/{id}/complete` completes a task run like the v1 path.',
    'states.complete-verifies': 'On the v1 path, the completion is verified before the response.',
    'states.complete-criterion-runs': 'A completion creates one criterion run for each criterion.',
    'states.complete-sets-result': 'A completion sets `verdict` and `score`.',
    'states.cancel': '`POST /task-runs/{id}/cancel` sets the status `cancelled` from any state.',
  }),
]
