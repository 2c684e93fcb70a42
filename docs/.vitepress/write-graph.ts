import { writeFileSync } from 'node:fs'
import { drawGraph, readGraph } from './package-graph.js'

writeFileSync(new URL('../reference/architecture.svg', import.meta.url), drawGraph(readGraph()))
