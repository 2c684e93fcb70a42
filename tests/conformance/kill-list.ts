import { blindServers } from './blind-servers.js'
import { judgingServers } from './judging-servers.js'
import { tableServers } from './table-servers.js'
import { wireServers } from './wire-servers.js'
import { wiredServers } from './wired-servers.js'
import { worldServers } from './world-servers.js'

/** The table of broken servers in tests/conformance/kill-list.md. */
export function killList(): string {
  const rows = (servers: readonly { readonly breaks: string; readonly caughtBy: string }[], kind: string) =>
    servers.map(({ breaks, caughtBy }) => [breaks.replaceAll('|', '\\|'), `\`${caughtBy}\``, kind])
  const all = [
    ['What is wrong', 'Caught by', 'Broken in'],
    ...rows(wireServers, 'the wire'),
    ...rows(worldServers, 'the wire'),
    ...rows(judgingServers, 'the wire'),
    ...rows(wiredServers, 'the wires'),
    ...rows(tableServers, 'the operations table'),
    ...rows(blindServers, 'the wire, unseen'),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
