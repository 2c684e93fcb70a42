import { jsonText } from '../terminal/printable.js'
import type { Report } from './model/report.js'

/** Formats the report as one JSON object. It has only the number of log entries; the record has the entries. */
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
