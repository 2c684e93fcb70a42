import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'
import { blindServers } from './blind-servers.js'
import { judgingServers } from './judging-servers.js'
import { killList } from './kill-list.js'
import { tableServers } from './table-servers.js'
import { wireServers } from './wire-servers.js'
import { wiredServers } from './wired-servers.js'
import { worldServers } from './world-servers.js'

it('kill-list.md contains the current table of broken servers', () => {
  const guide = readFileSync(join(workspaceRoot, 'tests/conformance/kill-list.md'), 'utf8')
  expect(/<!-- kill list -->\n([\s\S]*?)\n<!-- \/kill list -->/.exec(guide)?.[1]?.trim()).toBe(killList())
})

it('there are enough of them, and no duplicates', () => {
  const all = [
    ...wireServers,
    ...worldServers,
    ...judgingServers,
    ...wiredServers,
    ...tableServers,
    ...blindServers,
  ].map(({ breaks }) => breaks)
  expect(new Set(all).size).toBe(all.length)
  expect([wireServers.length + tableServers.length >= 40, tableServers.length >= 8, blindServers.length]).toEqual([
    true,
    true,
    10,
  ])
})
