import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { readRunFolder } from '../../packages/carebench/src/files/run-folder.js'
import { formatTrialsJunit } from '../../packages/carebench/src/reporting/format-trials-junit.js'
import { formatJunit, type JunitCase } from '../../packages/carebench/src/reporting/junit.js'
import { makeRunFolder } from '../../packages/carebench/src/testing/make-run-folder.js'
import { junitSchema } from './junit-schema.js'

async function findFaults(documents: readonly string[]): Promise<readonly string[]> {
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema: junitSchema })
  return errors.map(({ rawMessage }) => rawMessage)
}

const sequence = '\u001b[31m'
const hostile = `]]></failure><testcase name="forged"/> ${sequence} \u0000 \uD800 \uFFFF & "quoted" <!-- -- \
<?xml?> &lt;`

it('writes valid JUnit XML for a results folder, with a case for each planned trial, whatever agents say', async () => {
  const folder = makeRunFolder({
    agents: { mine: { [`A ${hostile}`]: 'pfi-', B: 'ppcp' } },
    message: hostile,
    records: (label) => ({ result: { criterion_runs: [{ label, outcome: 'failed', details: hostile }] } }),
  })
  const xml = formatTrialsJunit([readRunFolder(folder)])
  expect(xml).toContain('<testsuite name="mine" tests="8" failures="2" errors="1" skipped="1" time="9.000">')
  expect(xml).toContain('<testcase classname="mine" name="B, trial 1" time="1.500"/>')
  expect(xml).toContain('<failure type="fail" message="fail, score 0.00: 1 criterion not passed">The agent ended with')
  expect(xml).toContain('&#10;failed: A ]]&gt;')
  expect(xml).toContain('<error type="unscored" message="unscored: infrastructure error (rate_limit)">')
  expect(xml).toContain('<skipped message="unscored: not begun"/>')
  expect(xml.match(/<testcase /g)).toHaveLength(8)

  // One call for all documents, because the validator takes longer to start than to validate.
  const text = fc.string({ unit: 'binary', maxLength: 30 })
  const outcome = fc.constantFrom<JunitCase['outcome']>('passed', 'failure', 'error', 'skipped')
  const seconds = fc.double({ min: 0, max: 1e6, noNaN: true })
  const drawn = fc.record({ name: text, className: text, outcome, seconds, type: text, message: text, text })
  const reports = fc.sample(fc.array(drawn, { maxLength: 3 }), 20 * inject('scale'))
  const documents = reports.map((cases) => formatJunit({ name: 'drawn', suites: [{ name: 'suite', cases }] }))
  expect(await findFaults([xml, ...documents])).toEqual([])
  const broken = await findFaults([xml.replace(' failures="2"', ''), xml.replace('<testcase', '<test')])
  expect(broken.join('\n')).toMatch(/attribute 'failures' is required[\s\S]*'test': This element is not expected/)
})
