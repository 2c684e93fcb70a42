/**
 * Verifier: 10 field checks on a record that is found by its key, for 1, 10 and 100 criteria on 1,000, 10,000 and 100,000
 * portal rows or FHIR resources, given as a snapshot (nothing kept between verifications) and prepared (indexes kept).
 *
 * The contenders take turns in every round; the figure of each is the time that a tenth of its rounds stayed below, in
 * microseconds a criterion, as other processes only ever add to it. All give the same number of passed checks for each
 * criterion before anything is timed.
 *
 * There are two floors, both written by hand for these records alone (`verifier/floors.ts`). One makes the result of each
 * field and nothing else. The other explains: it makes the same runs as carebench to the letter, which is checked, with
 * sentences, the name of the record and the score. Each is a scan a criterion, an inverted join, or a look into an index
 * that is kept. `ratio` is the time against the better of scan and join that explain, or against the kept index for what
 * finds its record there; `ratio_to_results` is the same against the floors that make results alone.
 *
 * It runs as the packages are published, bundled: through tsx every closure would be given its name each time it is made.
 *
 * Run: pnpm --filter @carebench/bench bench verifier.ts [rows…]
 */
import { bundle } from './bundle.js'

const { measureAll } = (await import(await bundle('verifier/measure.ts'))) as typeof import('./verifier/measure.js')
await measureAll(process.argv.slice(2).map(Number))
