import { type AuditRule, createFinding } from './finding.js'

/** `no-solution`: nobody has shown that the task can be done. */
export const noSolution: AuditRule = ({ states }) =>
  states.solutions.length > 0
    ? []
    : [
        createFinding('no-solution', null, {
          message:
            'No solution was given, so it is not known whether the task can be passed, nor whether its criteria notice mistakes.',
          fix: 'Record a solution: the calls that a careful person would make.',
        }),
      ]
