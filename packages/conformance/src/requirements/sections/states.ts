import { specified } from '../requirement.js'

export const stateRequirements = [
  ...specified('3', {
    'states.start': 'A start with a valid run token takes a task run from phase `created` to `started`.',
    'states.start-sets-time': 'The start sets `started_at`.',
    'states.complete': 'A completion takes a task run from phase `started` to `completed`.',
    'states.complete-internal': '`POST /task-runs/{id}/complete` completes a task run as the v1 path does.',
    'states.complete-verifies': 'On the v1 path the completion is verified before it is answered.',
    'states.complete-criterion-runs': 'A completion makes one criterion run for each criterion.',
    'states.complete-sets-result': 'A completion sets `verdict` and `score`.',
    'states.cancel': '`POST /task-runs/{id}/cancel` sets the status `cancelled` from any state.',
  }),
]
