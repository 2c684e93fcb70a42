import { type AuditRule, createFinding } from '../finding.js'

/** `no-solution`: no solution shows that the task can be done. */
export const noSolution: AuditRule = ({ states }) =>
  states.solutions.length > 0
    ? []
    : [
        createFinding('no-solution', null, {
          message:
            'The task has no recorded solution, so nothing shows that it can be passed or that its criteria notice ' +
            'mistakes.',
          fix: 'Record a solution: the calls that a careful person would make.',
        }),
      ]
