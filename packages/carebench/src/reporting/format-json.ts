import { jsonText } from '../terminal/printable.js'
import type { Report } from './model/report.js'

/** The report as one JSON object. Of the log it has only the number of entries, which are in the record. */
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
