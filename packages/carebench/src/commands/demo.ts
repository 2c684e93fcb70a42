import { type FixtureName, fixtureNames } from '@carebench/fixtures'
import { Command, Option } from 'commander'
import { type AgentName, agentNames } from '../demo/agent.js'
import { axesOf, type Report } from '../demo/report.js'
import { type DemoEvent, runDemo } from '../demo/run-demo.js'
import { createStyle, type Style } from '../demo/style.js'
import { formatReport } from '../demo/terminal-report.js'
import type { Terminal } from '../terminal.js'
import { wrap } from '../text-layout.js'

interface DemoCommandOptions {
  readonly benchmark: FixtureName
  readonly agent: AgentName
  readonly scored?: boolean
  readonly json?: boolean
}

/** `carebench demo`: a scripted agent works through a benchmark and is scored. */
export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .summary('watch an agent work, and be scored')
    .description(
      'Start a server on a free port, let a scripted agent work through a benchmark over HTTPS, and show how it was scored. Exits 0 whatever the verdict.',
    )
    .addOption(new Option('--benchmark <name>', 'what it works on').choices(fixtureNames).default('prior-auth'))
    .addOption(
      new Option('--agent <name>', 'good does the job, careless makes mistakes, idle does nothing')
        .choices(agentNames)
        .default('good'),
    )
    .option('--scored', 'hide details from the agent, and show both views')
    .option('--json', 'print one JSON object and nothing else')
    .action((options: DemoCommandOptions) => demo(options, terminal))
}

async function demo(
  { benchmark, agent, scored = false, json = false }: DemoCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const style = createStyle(terminal)
  const narrate = json ? () => undefined : (event: DemoEvent) => terminal.out(formatEvent(event, style))
  const report = await runDemo({ benchmark, agent, scored, narrate })
  terminal.out(json ? `${JSON.stringify(reportToJson(report))}\n` : formatReport(report, style))
}

function formatEvent(event: DemoEvent, style: Style): string {
  switch (event.kind) {
    case 'server':
      return `${style.bold('carebench')} serves ${style.bold(event.benchmark)} at ${event.url}: ${event.systems}.\n`
    case 'task':
      return `\n${style.bold(event.name)}\n${event.instruction === null ? '' : `${wrap(event.instruction, 2).map(style.dim).join('\n')}\n`}`
    case 'step':
      return `  → ${event.text}\n`
  }
}

/** What `--json` prints: snake_case, as on the wire. */
function reportToJson(report: Report) {
  return {
    agent: report.agent,
    verdict: report.verdict,
    score: report.score,
    axes: axesOf(report.tasks),
    task_runs: report.tasks.map(({ name, verdict, score, completion }) => ({
      name,
      verdict,
      score,
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
