import { decided } from '../requirement.js'

export const reproducibilityRequirements = [
  ...decided('Reproducibility', {
    'reproducibility.same-evidence':
      'Two runs of one version with one seed and the same calls at the same times have the same evidence, byte for ' +
      'byte.',
    'reproducibility.same-score':
      'Two runs of one version with one seed and the same calls at the same times have the same scores and verdicts.',
    'reproducibility.no-service-names': 'Evidence contains no base URL and no ids of the service.',
    'reproducibility.seed-hidden': 'A randomly drawn seed is not shown under `/v1`.',
    'reproducibility.sealed': 'After completion, a task run accepts no further calls.',
    'reproducibility.due-events': 'Scheduled changes happen at their time by the clock, even without a call.',
  }),
]
