import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ImportOptions } from './import-action.js'
import type { TryOptions } from './try-action.js'

const help = `
A policy says which services it covers, which criteria must be met, and what the payer then decides. The payers of an
environment have their policies in "policies" of their configuration.

Examples:
  carebench policy validate knee-replacement.yaml
  carebench policy try knee-replacement.yaml --patient chart.json --code 27447 --answer bmi=38.5 \\
    --document imaging_report
  carebench policy try knee-replacement.yaml --cases knee-replacement.cases.yaml
  carebench policy print knee-replacement.yaml knee-replacement.html
  carebench policy import criteria.csv --id knee --title "Knee replacement" --code 27447 > knee.json
  carebench policy schema > policy.schema.json

Exit codes:
  0  the policy has no problems, and all cases get the decisions that they expect
  1  it has problems, or a case gets another decision
  2  usage error, or a file cannot be read`

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** `carebench policy`: checks, tries and prints the policy of a payer. */
export function policyCommand(terminal: Terminal): Command {
  const policy = new Command('policy')
    .summary("check, try and print a payer's policies")
    .description('Check, try and print the policies by which a payer decides prior authorizations.')
    .addHelpText('after', help)

  policy
    .command('validate')
    .description('List all errors of a policy, with line and member.')
    .argument('<file>', 'a policy in JSON or YAML')
    .option('--json', 'print one JSON object: {file, ok, problems: [{file, path, message, line, column}]}')
    .action(async (file: string, options: { json?: boolean }) => {
      const { validatePolicy } = await import('./validate-action.js')
      validatePolicy(terminal, file, options)
    })

  policy
    .command('try')
    .description('Show the decision on a request, statement by statement.')
    .argument('<file>', 'a policy in JSON or YAML')
    .option('--patient <file>', 'the chart: a FHIR Bundle or resource, JSON or YAML, of one patient')
    .option('--cases <file>', 'play the cases of this file, and compare their decisions')
    .option('--code <code>', 'the procedure code; default: the first of the policy')
    .option('--units <n>', 'how many units; default 1')
    .option('--date <day>', 'the day of the service, YYYY-MM-DD; default today')
    .option('--diagnosis <code>', 'a diagnosis code; repeatable', collect)
    .option('--plan <name>', "the member's plan")
    .option('--npi <npi>', 'the provider')
    .option('--expedited', 'the request is urgent')
    .option('--place <code>', 'the place of service: 11 an office, 22 a hospital')
    .option('--out-of-network', "the provider is outside the network of the member's plan")
    .option('--answer <name=value>', 'an answer to a question; repeatable', collect)
    .option('--document <type[=file]>', 'an attached document, with its text; repeatable', collect)
    .option('--json', 'print one JSON object: {decision, statements}, or {ok, cases}')
    .action(async (file: string, options: TryOptions) => {
      const { tryPolicy } = await import('./try-action.js')
      tryPolicy(terminal, file, options)
    })

  policy
    .command('print')
    .description('Print a policy as a page for people who do not read JSON.')
    .argument('<file>', 'a policy in JSON or YAML')
    .argument('[page]', 'the file to write: HTML if its name ends in .html; default: Markdown on the terminal')
    .action(async (file: string, page?: string) => {
      const { printPolicy } = await import('./print-action.js')
      printPolicy(terminal, file, page)
    })

  policy
    .command('import')
    .description('Make a policy from a table of criteria: one criterion per row, in the columns that the guide lists.')
    .argument('<csv>', 'a file of comma-separated values with a header')
    .requiredOption('--id <id>', 'the number of the policy')
    .requiredOption('--title <title>', 'the title of the policy')
    .requiredOption('--code <code>', 'a procedure code; repeatable', collect)
    .option('--policy-version <version>', 'the version of the policy', '1')
    .action(async (file: string, options: ImportOptions) => {
      const { importCriteria } = await import('./import-action.js')
      importCriteria(terminal, file, options)
    })

  policy
    .command('schema')
    .description('Print the JSON Schema of policies, for editors.')
    .action(async () => {
      const { printSchema } = await import('./print-action.js')
      printSchema(terminal)
    })
  return policy
}
