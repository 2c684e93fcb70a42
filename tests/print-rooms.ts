/**
 * `pnpm rooms`: prints the rooms, floors and arrows of each package, and its knots; `pnpm rooms fhir/search` those of
 * one folder.
 */
import { countFloors, findCycle, findRooms, listFolders } from './import-graph.js'
import { readPackages } from './workspace-sources.js'

const [wanted] = process.argv.slice(2)
const packages = readPackages()
const files = packages.flatMap((pkg) => pkg.files).filter((file) => !file.isTest)
const folders =
  wanted === undefined
    ? packages.map(({ folder }) => `${folder}/src`)
    : listFolders(files).filter((folder) => folder === `packages/${wanted.replace(/^([^/]+)/, '$1/src')}`)
if (folders.length === 0) throw new Error(`No package or folder is called ${wanted}; for example fhir or fhir/search.`)
for (const folder of folders) {
  const rooms = findRooms(folder, files)
  const arrows = [...rooms.values()].reduce((sum, to) => sum + to.length, 0)
  const cycle = findCycle(rooms)
  const floors = cycle === undefined ? `${countFloors(rooms)} floors` : `a knot: ${cycle.join(' -> ')}`
  console.log(`${folder}: ${rooms.size} rooms, ${arrows} arrows, ${floors}`)
  if (wanted === undefined) continue
  for (const [room, to] of rooms)
    console.log(`  ${room.slice(folder.length + 1)} -> ${to.map((path) => path.slice(folder.length + 1)).join(', ')}`)
}
