import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ImportOptions } from './action.js'

const help = `
Takes the output of Synthea (its transaction Bundles, with those of hospitals and practitioners), a bulk export
(NDJSON), and folders of resources or Bundles (JSON). Resources keep their ids; references by fullUrl, by absolute URL
and by search become literal. The command reports its changes.

  carebench import fhir synthea/output/fhir --output patients.json
  carebench import fhir Patient.ndjson Observation.ndjson --output patients.json

The file is the "file" of a dataset of a benchmark.
Exit codes: 0 imported, 1 imported, with errors that are shown, 2 usage error.
`

/** `carebench import`: converts data of other programs to datasets of a benchmark. */
export function importCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .summary('make datasets from your own charts')
    .description('Make datasets from your own charts.')
  command
    .command('fhir <paths...>')
    .summary('make a dataset from FHIR resources')
    .description('Make a dataset from FHIR R4 resources in folders, or in JSON and NDJSON files.')
    .requiredOption('--output <file>', 'the file of the dataset')
    .addHelpText('after', help)
    .action(async (paths: string[], options: ImportOptions) => {
      const { importFhir } = await import('./action.js')
      await importFhir(terminal, paths, options)
    })
  return command
}
