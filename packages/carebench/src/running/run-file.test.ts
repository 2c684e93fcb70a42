import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runCommand } from '../commands/run.js'
import { flagOf } from './run-file.js'

const schema: { readonly properties: object } = JSON.parse(
  readFileSync(new URL('../../../protocol/schemas/run-file-1.json', import.meta.url), 'utf8'),
)

/** Options about one command alone, which a file cannot give. */
const onlyOnTheCommandLine = ['--resume', '--no-preflight', '--dry-run', '--json', '--quiet']

it('a file can give all options that say what runs, and no others', () => {
  const terminal = { out: () => {}, err: () => {}, isTTY: false, errColumns: undefined, environment: {}, now: () => 0 }
  const flags = runCommand(terminal).options.flatMap(({ long }) => long ?? [])
  const members = Object.keys(schema.properties).filter((name) => !['$schema', 'version', 'benchmark'].includes(name))
  expect(members.map(flagOf).toSorted()).toEqual(
    flags.filter((flag) => !onlyOnTheCommandLine.includes(flag)).toSorted(),
  )
})
