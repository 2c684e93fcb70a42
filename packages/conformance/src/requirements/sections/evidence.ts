import { decided } from '../requirement.js'

export const evidenceRequirements = [
  ...decided('Evidence snapshots', {
    'evidence.version': 'A snapshot has `"version": 1`; other versions are rejected.',
    'evidence.parts':
      'The parts of a snapshot are `fhir portal hl7 x12 files voice faxes messages cds events initial entities bound ' +
      'output judgements`.',
    'evidence.not-observed': 'An absent part was not observed: criteria that need it are unsupported, and score 0.',
    'evidence.observed-empty': 'An empty part was observed: criteria that need a record fail.',
    'evidence.initial': '`initial` is the state before the agent started.',
    'evidence.systems':
      '`systems` has, by key, the parts of the systems that are not the first of their type, in `initial` too.',
    'evidence.verify-answer':
      '`carebench verify --json` returns `score`, `verdict`, `axes` and `criterion_runs` with an `outcome`.',
  }),
]
