import { decided } from './requirement.js'

export const reproducibilityRequirements = [
  ...decided('Reproducibility', {
    'reproducibility.same-evidence':
      'Two runs of one version with one seed and the same calls at the same times have the same evidence, byte for byte.',
    'reproducibility.same-score': 'Two such runs have the same scores and verdicts.',
    'reproducibility.no-service-names': 'Evidence holds no base URL and no id of the service.',
    'reproducibility.seed-hidden': 'A seed that was drawn is not shown under `/v1`.',
    'reproducibility.sealed': 'After completion a task run takes no further call.',
    'reproducibility.due-events': 'What falls due later happens by the clock, whether somebody looks or not.',
  }),
]
