import { decided } from '../requirement.js'

export const recordRequirements = [
  ...decided('Records', {
    'records.task-run': '`GET /task-runs/{id}/record` returns the sealed record of a task run that was verified.',
    'records.run':
      '`GET /benchmark-runs/{id}/record` returns the records of the verified task runs of a run that has ended.',
    'records.same': 'A record is the same whenever it is read.',
    'records.owner-only':
      'Only the organization of the benchmark can read a record; the organization that ran it gets 404.',
    'records.too-early': 'Reading a record without a verification, or before the end of the run, is rejected with 409.',
    'records.base':
      'With `self_contained=false`, a record names the environment of its version by digest, which `GET ' +
      '/benchmarks/{id}/versions/{n}/base` returns; with `self_contained=true`, the record contains it.',
    'records.no-secrets': 'A record contains no solutions, keys or tokens.',
  }),
]
