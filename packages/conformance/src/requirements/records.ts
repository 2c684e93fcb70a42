import { decided } from './requirement.js'

export const recordRequirements = [
  ...decided('Records', {
    'records.task-run': '`GET /task-runs/{id}/record` answers the sealed record of a task run that was verified.',
    'records.run':
      '`GET /benchmark-runs/{id}/record` answers the records of the verified task runs of a run that has ended.',
    'records.same': 'A record is the same whenever it is read.',
    'records.owner-only':
      'Only the organization of the benchmark reads a record; for the one that ran it, it is not there.',
    'records.too-early': 'Without a verification, and before the end of the run, there is no record: 409.',
    'records.no-secrets': 'A record holds no solutions, keys and tokens.',
  }),
]
