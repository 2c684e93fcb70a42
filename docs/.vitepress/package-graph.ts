import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What each published package imports of ours, by the names without scope. */
export type Graph = ReadonlyMap<string, readonly string[]>

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Reads the imports of the sources, without tests; type imports count. */
export function readGraph(): Graph {
  // What is installed or built may outlive a removed package.
  const isPackage = (name: string) => existsSync(join(root, 'packages', name, 'package.json'))
  const packages = readdirSync(join(root, 'packages')).filter(isPackage).toSorted()
  return new Map(packages.map((name) => [name, listImports(name, join(root, 'packages', name, 'src'))]))
}

function listImports(self: string, folder: string): string[] {
  const found = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.|testing\//.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import\()\s*'@carebench\/([a-z0-9-]+)/g)) {
      if (name !== undefined && name !== self && name !== 'fixtures') found.add(name)
    }
  }
  return [...found].toSorted()
}

/** The floors, the lowest first: a package stands above all that it imports. */
export function listFloors(graph: Graph): string[][] {
  const floors = new Map<string, number>()
  const floorOf = (name: string): number => {
    const known = floors.get(name)
    if (known !== undefined) return known
    const floor = 1 + Math.max(-1, ...(graph.get(name) ?? []).map(floorOf))
    floors.set(name, floor)
    return floor
  }
  for (const name of graph.keys()) floorOf(name)
  const highest = Math.max(...floors.values())
  return Array.from({ length: highest + 1 }, (_, floor) =>
    [...graph.keys()].filter((name) => floors.get(name) === floor),
  )
}

/** The imports that no other path of imports implies, so that a drawing stays readable. */
function directOnly(graph: Graph, name: string): readonly string[] {
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>()
    const open = [...(graph.get(from) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(graph.get(next) ?? []))
    }
    return seen
  }
  const imports = graph.get(name) ?? []
  return imports.filter((one) => !imports.some((other) => other !== one && reach(other).has(one)))
}

const box = { width: 104, height: 30, gap: 18, floor: 72, margin: 12 }

/**
 * The packages on floors, with an arrow to each package that is imported and not implied by another; SVG that follows
 * the color scheme.
 */
export function drawGraph(graph: Graph): string {
  const floors = listFloors(graph).toReversed()
  const widest = Math.max(...floors.map(({ length }) => length))
  const width = widest * (box.width + box.gap) - box.gap + 2 * box.margin
  const height = (floors.length - 1) * box.floor + box.height + 2 * box.margin
  const places = new Map<string, { readonly x: number; readonly y: number }>()
  for (const [row, names] of floors.entries()) {
    const used = names.length * (box.width + box.gap) - box.gap
    for (const [column, name] of names.entries()) {
      places.set(name, { x: (width - used) / 2 + column * (box.width + box.gap), y: box.margin + row * box.floor })
    }
  }
  const lines: string[] = []
  for (const name of graph.keys()) {
    for (const imported of directOnly(graph, name)) {
      const from = places.get(name)
      const to = places.get(imported)
      if (from === undefined || to === undefined) continue
      const start = `${from.x + box.width / 2} ${from.y + box.height}`
      const end = `${to.x + box.width / 2} ${to.y}`
      const middle = (from.y + box.height + to.y) / 2
      lines.push(
        `<path d="M${start} C${from.x + box.width / 2} ${middle} ${to.x + box.width / 2} ${middle} ` +
          `${end}"><title>${name} imports ${imported}</title></path>`,
      )
    }
  }
  const boxes = [...places].map(
    ([name, { x, y }]) =>
      `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/><text x="${x + box.width / 2}" ` +
      `y="${y + 20}">${name}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" \
aria-label="The packages, each above those that it imports">
<style>path{fill:none;stroke:#8a94a6;stroke-width:1.2}rect{fill:#eef2fb;stroke:#3b5bdb}\
text{font:12px system-ui,sans-serif;text-anchor:middle;fill:#1b2333}\
@media(prefers-color-scheme:dark){rect{fill:#1d2540;stroke:#91a7ff}text{fill:#e9ecf5}}</style>
${lines.join('\n')}
${boxes.join('\n')}
</svg>
`
}
