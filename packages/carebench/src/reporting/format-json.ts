import { jsonText } from '../terminal/printable.js'
import type { Report } from './model/report.js'

/**
 * Formats the report as one JSON object, with the number of log entries instead of the entries, which the record has.
 */
export function formatJson(report: Report, indent = 0): string {
  const agents = report.agents.map((agent) => ({
    ...agent,
    runs: agent.runs.map((run) => ({
      ...run,
      tasks: run.tasks.map(({ trajectory, ...task }) => ({
        ...task,
        steps: trajectory.logged ? trajectory.steps.length : null,
      })),
    })),
  }))
  return jsonText({ ...report, agents }, indent)
}
