import { Command, InvalidArgumentError, Option } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ConformanceOptions } from './action.js'

const help = `
Examples:
  carebench conformance https://127.0.0.1:8443                      check the specification
  carebench conformance URL --benchmark prior-auth@1                also run a benchmark
  carebench conformance URL --profile extended --html report.html   also check carebench's contract; write a page

Environment:
  CAREBENCH_ORGANIZATION_KEY         an organization API key, vk_…
  CAREBENCH_SOLVER_KEY               a Solver key of that organization, vrl_slv_…
  CAREBENCH_OPERATOR_KEY             the operator key, vop_…: creates a second organization, to check that the two are
                                     isolated; organizations cannot be deleted
  CAREBENCH_OTHER_ORGANIZATION_KEY   without an operator key: keys of a second organization
  CAREBENCH_OTHER_SOLVER_KEY
  CAREBENCH_CA                       PEM file of the certificate to trust; default: the certificates that Node trusts

The name of everything that the run creates begins with conformance- and the id of the run. At the end, also after
Ctrl+C, the run deletes what it created, except published benchmarks, which the server archives, and organizations,
which cannot be deleted.

Exit codes:
  0  no failures except those in the baseline
  1  something failed, the baseline is stale, or the run was interrupted; with --strict, also if a requirement
     was not tried
  2  usage error, a key is missing, or the server does not answer or refuses a key`

/** `carebench conformance`: checks any server of the interface from outside. */
export function conformanceCommand(terminal: Terminal): Command {
  return new Command('conformance')
    .summary('check that a server conforms to the interface')
    .description('Check that a server conforms to the interface, as a black box. Tokens are never printed.')
    .argument('<url>', 'URL of the server: https://host:port')
    .addOption(
      new Option('--profile <profile>', 'core: the specification only; extended: also the carebench contract')
        .choices(['core', 'extended'])
        .default('core'),
    )
    .option('--benchmark <name@version>', 'a published benchmark to run; the profile core cannot publish one itself')
    .option('--only <ids...>', 'check only these requirements or topics, such as pagination')
    .option(
      '--capabilities <file>',
      'JSON file of gaps, {"gaps": {"fax": "reason"}}; these are reported as not applicable',
    )
    .option(
      '--baseline <file>',
      'JSON file of known failures, {"failures": {"pagination.ties": "reason"}}; an entry that passes fails the run',
    )
    .option('--read-only', 'change nothing: make only the checks that need no writes')
    .option('--in-flight <count>', 'maximum requests in flight', positive, 4)
    .option('--rate <count>', 'maximum requests per second', positive, 100)
    .option(
      '--fuzz <count>',
      'also run this many generated cases; a counterexample is printed as a curl script',
      positive,
    )
    .option('--seed <number>', 'seed of the generated cases; default: random, printed with each failure', positive)
    .option('--strict', 'fail if any requirement could not be tested')
    .option('--all', 'also list requirements that could not be tested')
    .option('--json [file]', 'write the report as one JSON object, to stdout or a file')
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as a self-contained HTML page')
    .option('--github', 'print GitHub Actions annotations')
    .addHelpText('after', help)
    .action(async (url: string, options: ConformanceOptions) => {
      const { checkConformance } = await import('./action.js')
      await checkConformance(terminal, url, options)
    })
}

function positive(text: string): number {
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value < 1) throw new InvalidArgumentError('Expected an integer of at least 1.')
  return value
}
