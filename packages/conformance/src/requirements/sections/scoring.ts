import { decided } from '../requirement.js'

export const scoringRequirements = [
  ...decided('Scoring', {
    'scoring.weighted-mean': 'The score of a task is the weighted mean of its criteria.',
    'scoring.order-free': 'The order of criteria does not change any digit of the score.',
    'scoring.unrounded': 'Scores are not rounded on the wire; they agree within 1e-9.',
    'scoring.range': 'Scores are always from 0 to 1.',
    'scoring.no-criteria': 'Without criteria, or with weights that sum to 0, the score is 0 and the verdict `fail`.',
    'scoring.axes': 'The score of an axis is the mean of its criteria, and its weight is the sum of their weights.',
    'scoring.axis-weights': 'With `axis_weights` the score is the mean of the axes by those weights.',
    'scoring.verdict-pass': 'The verdict is `pass` at or above the threshold, within 1e-9.',
    'scoring.verdict-fail': 'The verdict is `fail` at 0.',
    'scoring.verdict-partial': 'The verdict is `partial` between 0 and the threshold.',
    'scoring.check-result': 'The `result` of a check is `pass` when passed, `fail` at 0, else `partial`.',
  }),
  ...decided('Guards', {
    'guards.nothing-done':
      'If no criterion other than guards scores more than on the initial state, the score is 0 and every guard ' +
      'counts 0 in its axis.',
    'guards.pass-needs-all': 'A broken guard, `major` by default, prevents the verdict `pass`.',
    'guards.worth':
      'A guard that is not broken has the score of the criteria that are not guards; with `axis_weights`, of those ' +
      'on its own axis.',
  }),
  ...decided('Severity', {
    'severity.critical': 'A broken `critical` criterion gives the score 0 and the verdict `fail`.',
    'severity.major': 'A broken `major` criterion limits the score to 0.5 and the verdict to `partial`.',
    'severity.minor': 'A broken `minor` criterion only lowers the mean.',
    'severity.capped-by':
      '`capped_by` has the ids of all broken criteria of the highest severity above `minor`, and `raw_score` is the ' +
      'score before caps.',
  }),
  ...decided('Items', {
    'items.scored': 'Each item of a task has, by its key, the verdict and the score of a task with only its criteria.',
    'items.mean':
      'The score of a task with items is their mean, limited by the caps of the criteria of the whole task.',
    'items.not-due': 'An item that is due after `ends_at` has `due: false`, and does not count.',
    'items.pass': 'A task passes if every item that is due and every criterion of the whole task passes.',
    'items.critical': 'A broken `critical` criterion of any item, due or not, gives the task the score 0.',
    'items.checks': 'Checks and criterion runs have the `item` that their criterion belongs to.',
    'items.redacted': 'In a scored run, an item has only a verdict, a score and whether it is due.',
    'items.declared': 'Keys of items are unique (400), and criteria name only items of their task (409 on publishing).',
  }),
  ...decided('Scored runs', {
    'scored.no-keys': 'The completion of a scored run has no key `details`, `field_results`, `expected` or `actual`.',
    'scored.nothing-else': 'Nothing that the run token can read contains an expected value of a scored run.',
  }),
]
