import { Command } from 'commander'
import { FellShort, WrongUse } from '../exit-reason.js'
import { makeReport } from '../reporting/model/make-report.js'
import { readRuns } from '../reporting/read-runs.js'
import { type WantedReports, writeReports } from '../reporting/written-reports.js'
import type { Terminal } from '../terminal.js'

interface Options extends WantedReports {
  readonly digest?: string
}

const help = `
One record shows its run: verdict, axes, and of each task what the agent did, what it changed and how each criterion came
out. Several are runs of one agent, or of the agents whose names stand before them:
  carebench report record.json                             a summary here
  carebench report record.json --html report.html          a page to look at: one file, which loads nothing
  carebench report runs/*.json --html report.html          repeated runs of one agent
  carebench report good=runs/good careless=runs/careless   two agents, each with a folder of records
  carebench report good=a.json good=b.json careless=c.json --json report.json --junit report.xml

A record comes from a server, with an organization key:
  curl --cacert "$CAREBENCH_CA" -H "Authorization: Bearer $CAREBENCH_ORGANIZATION_KEY" \\
    "$CAREBENCH_URL/benchmark-runs/run_…/record" > record.json

Tasks of several runs are matched by name. A record and its report hold criteria and expected values: keep them from
whoever is to be scored.

Exit codes: 0 the report is made, however the agents did, 1 a record was changed after it was sealed, 2 wrong use.`

/** `carebench report`: what happened in recorded runs, and how agents compare. */
export function reportCommand(terminal: Terminal): Command {
  return new Command('report')
    .summary('show recorded runs, and compare agents')
    .description('Show recorded runs, and compare agents. Exits 1 if a record was changed.')
    .argument('<records...>', 'files with records, or folders of them; NAME=… says which agent they are of')
    .option('--html <file>', 'write one page that opens from a file')
    .option('--junit <file>', 'write JUnit XML: a suite for each task run, a case for each criterion')
    .option('--json [file]', 'the report as one JSON object, to the output or a file')
    .option('--digest <hex>', 'the seal.digest that was kept elsewhere: tells a record that was sealed anew')
    .addHelpText('after', help)
    .action((sources: readonly string[], options: Options) => {
      const report = makeReportOf(readRuns(sources, options.digest))
      writeReports(terminal, report, options)
      if (!report.intact) throw new FellShort()
    })
}

function makeReportOf(runs: ReturnType<typeof readRuns>) {
  try {
    return makeReport(runs)
  } catch (error) {
    if (error instanceof RangeError) throw new WrongUse(error.message, { cause: error })
    throw error
  }
}
