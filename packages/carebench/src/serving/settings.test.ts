import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { environmentName, settings } from './settings.js'

const page = fileURLToPath(new URL('../../../../docs/guides/operating.md', import.meta.url))

/** The row of a setting in docs/guides/operating.md. */
function rowOf([name, { default: value, description, ...setting }]: (typeof settings)[number]): string[] {
  return [
    setting['x-secret'] === true ? '' : `\`--${name}\``,
    `\`${environmentName(name)}\``,
    value === undefined ? '' : `\`${String(value)}\``,
    description ?? '',
  ]
}

it('docs/guides/operating.md has the settings as they are', () => {
  const rows = readFileSync(page, 'utf8').matchAll(/^\| (.*) \|$/gm)
  const cells = [...rows].map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
  expect(cells.filter(([, variable]) => variable?.startsWith('`CAREBENCH_SERVE_'))).toEqual(settings.map(rowOf))
})
