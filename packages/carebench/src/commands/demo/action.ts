import type { FixtureName } from '@carebench/fixtures/names'
import type { AgentName } from '../../demo/agent.js'
import { jsonText } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import { createStyle, type Style } from '../../terminal/style.js'
import { nameOfCommand, type Terminal } from '../../terminal/terminal.js'
import { wrap } from '../../terminal/text-layout.js'
import { type Report, readAxes } from './report.js'
import { type DemoEvent, runDemo } from './run-demo.js'
import { formatReport } from './terminal-report.js'

export interface DemoCommandOptions {
  readonly benchmark: FixtureName
  readonly agent: AgentName
  readonly scored?: boolean
  readonly json?: boolean
}

/** Runs the demo and prints its steps. */
export async function demo(
  terminal: Terminal,
  { benchmark, agent, scored = false, json = false }: DemoCommandOptions,
): Promise<void> {
  const style = createStyle(terminal)
  const report = await showProgress(terminal, { quiet: json, lasting: true }, (progress) => {
    const narrate = (event: DemoEvent) => {
      if (json) return
      progress.clear()
      terminal.out(formatEvent(event, style))
    }
    return runDemo({ benchmark, agent, scored, narrate, progress })
  })
  terminal.out(json ? jsonText(reportToJson(report)) : formatReport(report, style, nameOfCommand(terminal)))
}

function formatEvent(event: DemoEvent, style: Style): string {
  switch (event.kind) {
    case 'server':
      return `${style.bold('carebench')} serves ${style.bold(event.benchmark)} at ${event.url}: ${event.systems}.\n`
    case 'task':
      return (
        `\n${style.bold(event.name)}\n` +
        `${event.instruction === null ? '' : `${wrap(event.instruction, 2).map(style.dim).join('\n')}\n`}`
      )
    case 'step':
      return `  → ${event.text}\n`
  }
}

/** The output of `--json`: snake_case, as on the wire. */
function reportToJson(report: Report) {
  return {
    agent: report.agent,
    verdict: report.verdict,
    score: report.score,
    axes: readAxes(report.tasks),
    task_runs: report.tasks.map(({ name, verdict, score, completion }) => ({
      name,
      verdict,
      score,
      raw_score: completion.rawScore,
      capped_by: completion.cappedBy,
      checks: completion.checks.map((check) => ({
        criterion_id: check.criterionId,
        label: check.label,
        result: check.result,
        score: check.score,
        axis: check.axis,
        ...(check.details === undefined ? {} : { details: check.details }),
        ...(check.fieldResults === undefined ? {} : { field_results: check.fieldResults }),
      })),
    })),
  }
}
