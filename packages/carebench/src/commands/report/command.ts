import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import { addGateOptions } from '../options/gate-options.js'
import { addBase, baseHelp } from '../options/record-help.js'
import type { ReportOptions } from './action.js'

const help = `
With one record, the report shows its run: verdict, axes, and for each task the agent's calls, its changes and the
result of each criterion. Several records are runs of one agent, or of the agents named before them:
  carebench report record.json                             a summary on the terminal
  carebench report record.json --html report.html          a self-contained HTML page
  carebench report runs/*.json --html report.html          repeated runs of one agent
  carebench report good=runs/good careless=runs/careless   two agents, each with a folder of records
  carebench report runs/first                              the results of carebench run; writes pages to its report/
  carebench report runs/first --watch                      the same, rewritten as trials end, until the run has ended
  carebench report runs/first --committee study.yaml       a page to print for decision makers, report/committee.html
  carebench report runs/first --html report.html           its records as one page
  carebench report good=a.json good=b.json careless=c.json --json report.json --junit report.xml

Get a record from a server with an organization key:
  curl --cacert "$CAREBENCH_CA" -H "Authorization: Bearer $CAREBENCH_ORGANIZATION_KEY" \\
    "$CAREBENCH_URL/benchmark-runs/run_…/record" > record.json

Tasks of several runs are matched by name. A record and its report contain criteria and expected values: do not show
them to agents that you will score.

The gates --fail-under, --min-coverage and --fail-on-regression are for results folders of carebench run: see
docs/guides/gates.md. If several are missed, all are named, and the exit code is the first of 3, 5 and 1.

Exit codes:
  0  the report was written, and no gate was missed
  1  a record was changed after it was sealed, a result contradicts its record, or the pass rate of an agent is below
     --fail-under
  2  usage error, or a file cannot be read or written
  3  fewer trials are scored than --min-coverage requires
  5  an agent regressed, see --fail-on-regression`

/** `carebench report`: shows what happened in recorded runs, and how agents compare. */
export function reportCommand(terminal: Terminal): Command {
  const command = new Command('report')
    .summary('show recorded runs, and compare agents')
    .description('Show recorded runs, and compare agents. Exits 1 if a record was changed.')
    .argument(
      '<records...>',
      'record files, folders of them, or results folders of carebench run; NAME=… names their agent',
    )
    .option('--html <file>', 'write a self-contained HTML page')
    .option('--pages <dir>', 'folder for the pages of a results folder (default: report in it)')
    .option('--watch', 'write the pages of a results folder again as trials end, until the run has ended')
    .option('--committee [study]', 'write a page for decision makers, with the figures of a study file')
    .option('--junit <file>', 'write JUnit XML: a case for each criterion, or for each trial of results folders')
    .option('--summary <file>', 'write a summary of results folders in Markdown')
    .option('--json [file]', 'write the report as one JSON object, to stdout or a file')
    .option('--base <file>', baseHelp, addBase)
    .option('--digest <hex>', 'the seal.digest that you kept elsewhere; detects a record that was sealed again')
  return addGateOptions(command, 'default: any')
    .addHelpText('after', help)
    .action(async (sources: readonly string[], options: ReportOptions) => {
      const { report } = await import('./action.js')
      await report(terminal, sources, options)
    })
}
